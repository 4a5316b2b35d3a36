package io.ferrymq.distribution;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The walls of the house (ARCHITECTURE.md, "The house"): what may name what. */
@AnalyzeClasses(packages = "io.ferrymq", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseWallsTest {
    @ArchTest
    static final ArchRule importsRunDownwardOnly = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("distribution")
            .definedBy("io.ferrymq.distribution..")
            .layer("client")
            .definedBy("io.ferrymq.client..")
            .layer("broker")
            .definedBy("io.ferrymq.broker..")
            .layer("namesrv")
            .definedBy("io.ferrymq.namesrv..")
            .layer("store")
            .definedBy("io.ferrymq.store..")
            .layer("remoting")
            .definedBy("io.ferrymq.remoting..")
            .layer("common")
            .definedBy("io.ferrymq.common..")
            .whereLayer("distribution")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("client")
            .mayOnlyBeAccessedByLayers("distribution")
            .whereLayer("broker")
            .mayOnlyBeAccessedByLayers("distribution")
            .whereLayer("namesrv")
            .mayOnlyBeAccessedByLayers("distribution")
            .whereLayer("store")
            .mayOnlyBeAccessedByLayers("broker", "distribution")
            .whereLayer("remoting")
            .mayOnlyBeAccessedByLayers("client", "broker", "namesrv", "distribution");

    @ArchTest
    static final ArchRule storeKnowsNoNetwork = noClasses()
            .that()
            .resideInAPackage("io.ferrymq.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.netty..");

    @ArchTest
    static final ArchRule jsonLibraryStaysOffTheWayOfAMessage = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.ferrymq.remoting",
                    "io.ferrymq.remoting.codec",
                    "io.ferrymq.common.message..",
                    "io.ferrymq.store..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("tools.jackson..");

    @ArchTest
    static final ArchRule wallTimeComesFromTheClock = noClasses()
            .that()
            .resideOutsideOfPackages("io.ferrymq.common..", "io.ferrymq.distribution..")
            .should()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule nothingSleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule noMutableStatics = noFields()
            .that()
            .areStatic()
            .and()
            .doNotHaveModifier(com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC)
            .should()
            .notBeFinal();
}
