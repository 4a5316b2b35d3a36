package io.ferrymq.distribution.docs;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The snippets of a page of the documentation: Java in fences below a comment with their name. */
final class Snippets {
    private static final Pattern SNIPPET =
            Pattern.compile("<!-- snippet: (\\w+)(, compiled only)? -->\\n```java\\n(.*?)```", Pattern.DOTALL);

    private static final Pattern STARTED = Pattern.compile("^(\\w+)\\.start\\(\\);", Pattern.MULTILINE);

    private final String imports;
    private final List<Snippet> snippets;

    /** @param isRun false when it is only compiled */
    record Snippet(String name, boolean isRun, String code) {
        String className() {
            return "Snippet_" + name;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private Snippets(String imports, List<Snippet> snippets) {
        this.imports = imports;
        this.snippets = List.copyOf(snippets);
    }

    static Snippets of(Path page) throws IOException {
        String imports = "";
        List<Snippet> snippets = new ArrayList<>();
        Matcher matcher = SNIPPET.matcher(Files.readString(page));
        while (matcher.find()) {
            if (matcher.group(1).equals("imports")) {
                imports = matcher.group(3);
            } else {
                snippets.add(new Snippet(matcher.group(1), matcher.group(2) == null, matcher.group(3)));
            }
        }
        return new Snippets(imports, snippets);
    }

    List<Snippet> all() {
        return snippets;
    }

    /**
     * Compiles all of them, each as a class with a method {@code run} that is given a producer and returns what ends whatever the snippet has
     * started and not ended.
     *
     * @param nameServer instead of the address that the page names
     * @throws AssertionError with the compiler's words when one does not compile
     */
    void compile(Path into, String nameServer) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(problems, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-d", into.toString(), "-classpath", System.getProperty("java.class.path"));
            List<Source> sources = snippets.stream()
                    .map(snippet -> new Source(snippet.className(), source(snippet, nameServer)))
                    .toList();
            if (!compiler.getTask(null, files, problems, options, null, sources).call()) {
                throw new AssertionError(problems.getDiagnostics().toString());
            }
        }
    }

    private String source(Snippet snippet, String nameServer) {
        boolean hasOwn = snippet.code().contains("DefaultMQProducer producer =");
        return imports + "public class " + snippet.className()
                + " {\n    public static List<Runnable> run(DefaultMQProducer " + (hasOwn ? "given" : "producer")
                + ") throws Exception {\n" + snippet.code().replace("127.0.0.1:9876", nameServer)
                + "        return List.of("
                + String.join(", ", ends(snippet.code())) + ");\n    }\n}\n";
    }

    private static List<String> ends(String code) {
        List<String> ends = new ArrayList<>();
        Matcher started = STARTED.matcher(code);
        while (started.find()) {
            if (!code.contains(started.group(1) + ".shutdown();")) {
                ends.add(started.group(1) + "::shutdown");
            }
        }
        return ends;
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
