package io.ferrymq.broker.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.ferrymq.broker.filter.FilterResult.Compiled;
import io.ferrymq.broker.filter.FilterResult.Rejected;
import io.ferrymq.common.message.PropertyBytes;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The language of spec broker 9.2 and 9.3, a row for each rule. */
class SqlFilterTest {
    private static final FilterCompiler COMPILER = new FilterCompiler();

    /** @param message as {@code name:value;name:value} */
    private static boolean matches(String expression, String message) {
        FilterResult result = COMPILER.compile(expression);
        assertThat(result).as(expression).isInstanceOf(Compiled.class);
        Map<String, String> properties = new HashMap<>();
        for (String pair : message.split(";")) {
            int colon = pair.indexOf(':');
            if (colon > 0) {
                properties.put(pair.substring(0, colon), pair.substring(colon + 1));
            }
        }
        return ((Compiled) result).filter().matchesProperties(ByteBuffer.wrap(PropertyBytes.encode(properties)));
    }

    private static String problem(String expression) {
        FilterResult result = COMPILER.compile(expression);
        assertThat(result).as(expression).isInstanceOf(Rejected.class);
        return ((Rejected) result).reason();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // Keywords in any case, names as they are written, comments, blanks.
                "a > 5 AND b = 'x' | a:6;b:x",
                "a > 5 and b = 'x' Or FALSE | a:6;b:x",
                "_x = 1 AND $y = 2 AND a$b1 = 3 | _x:1;$y:2;a$b1:3",
                "a /* of */ = /** two **/ 3 | a:3",
                "a=3AND b=4 | a:3;b:4",
                "TRUE |",
                // Literals.
                "q = 'it''s' | q:it's",
                "a = 0 | a:0",
                "a = 12L | a:12",
                "a = 9999999999 | a:9999999999",
                "a = 5.5 | a:5.50",
                "a = 5. | a:5",
                "a = .5 | a:0.5",
                "a = 5E10 | a:5e10",
                "a = -5 | a:-5",
                "a = --5 | a:5",
                "a = +5 | a:+5",
                "u = 'é€' | u:é€",
                // Precedence: OR, AND, equality, comparison, signs.
                "a = 1 OR a = 2 AND b = 3 | a:1",
                "NOT (a = 1 OR a = 2) | a:3",
                "a > 2 = TRUE | a:3",
                // Comparisons. Every property is a string, read as what stands beside it.
                "a >= 3 AND a <= 3 | a:3",
                "4 > a | a:3",
                "a < b | a:9;b:10.5",
                "a <> 4 | a:3",
                "1 <> missing |",
                "missing = other |",
                "t = TRUE | t:tRuE",
                "t = FALSE | t:yes",
                "a BETWEEN 1 AND 5 | a:5",
                "a NOT BETWEEN 1 AND 5 | a:6",
                "a NOT BETWEEN 5 AND 1 | a:3",
                "s IN ('x', 'abc') | s:abc",
                "s NOT IN ('x', 'y') | s:abc",
                "s CONTAINS 'b' | s:abc",
                "s STARTSWITH 'ab' | s:abc",
                "s ENDSWITH 'bc' | s:abc",
                "s NOT CONTAINS 'x' AND s NOT STARTSWITH 'b' AND s NOT ENDSWITH 'a' | s:abc",
                "missing IS NULL AND a IS NOT NULL | a:1",
                // Three values: what is decided does not ask the rest.
                "missing = 1 OR a = 3 | a:3",
                "a = 3 OR s > 1 | a:3;s:abc",
                "(missing = 1) IS NULL |",
                // Traps kept as they are: NOT before a comparison, words behind the end.
                "NOT a = TRUE IS NULL | b:1",
                "NOT a | a:true",
                "a = 3 b = 4 | a:3",
                "a = 3) | a:3",
                "a = 012 | a:0"
            })
    void shouldMatch(String expression, String message) {
        assertThat(matches(expression, message == null ? "" : message)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "A = 3 | a:3",
                "missing <> 1 |",
                "missing > 1 |",
                "NOT (missing = 1) |",
                "missing = 1 AND a = 3 | a:3",
                "a = 3 | a:3.5",
                "a > 3 | a:3.5",
                "a = 1 | a:99999999999",
                "a = 3 | a: 3",
                "s > 1 OR a = 3 | a:3;s:abc",
                "TRUE = t | t:true",
                "NOT a = 3 | a:3",
                "a | a:true",
                "s IN ('ab') | s:abc",
                "missing NOT IN ('x') |",
                "missing NOT CONTAINS 'x' |",
                "s CONTAINS '' | s:abc",
                "s NOT CONTAINS '' | s:abc",
                "a = -b | a:3;b:-3",
                "NULL |"
            })
    void shouldNotMatch(String expression, String message) {
        assertThat(matches(expression, message == null ? "" : message)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a != 3 | at character 3: found '!', expected <> for 'not equal' or NOT",
                "a = \"3\" | at character 5: found '\"', strings stand in single quotes '",
                "a = 'x | at character 5: the string that begins here has no closing quote",
                "a = 3 /* x | at character 7: the comment that begins here with /* has no end",
                "a AND | at character 6: found the end of the expression, expected a property, a constant, NOT, +, -"
                        + " or (",
                "(a = 3 | at character 7: found the end of the expression, expected ) for the ( at character 1",
                "a NOT LIKE 'x' | at character 7: found 'LIKE', expected BETWEEN, IN, CONTAINS, STARTSWITH or ENDSWITH",
                "a IS TRUE | at character 6: found 'TRUE', expected NULL or NOT NULL after IS",
                "a BETWEEN 1 OR 2 | at character 13: found 'OR', expected AND between the two bounds of BETWEEN",
                "a BETWEEN 5 AND 1 | at character 3: the first bound of BETWEEN, 5, is greater than the second, 1",
                "a BETWEEN NULL AND 1 | at character 3: BETWEEN orders numbers, found NULL beside it",
                "a IN () | at character 7: found ')', expected a string in the list of IN",
                "a IN (3) | at character 7: found '3', expected a string in the list of IN",
                "a IN ('x' 'y') | at character 11: found the string 'y', expected , or ) in the list of IN",
                "'x' IN ('x') | at character 5: the left side of IN must be a property",
                "a CONTAINS 3 | at character 12: found '3', expected a string after CONTAINS",
                "a > 'x' | at character 3: > orders numbers, found the string 'x' beside it",
                "a > TRUE | at character 3: > orders numbers, found TRUE beside it",
                "a < 4 < 5 | at character 7: < orders numbers, found a condition beside it",
                "a = NULL | at character 3: NULL cannot be compared by =, expected IS NULL or IS NOT NULL",
                "TRUE = 1 | at character 6: TRUE and FALSE cannot be compared with a number or a string",
                "a = 0.0 | at character 5: found '0.0', expected a fraction from 4.9E-324",
                "a = 99999999999999999999 | at character 5: found '99999999999999999999', expected a number up to",
                "1 | at character 1: found '1', expected a condition: the whole expression must be true or false",
                "a = 1 AND 'x' | at character 11: found the string 'x', expected a condition: the right side of AND",
                "NOT 1 | at character 5: found '1', expected a condition: what follows NOT must be true or false",
                "a.b = 1 | at character 2: found '.', expected a property name",
                "a = 3 ; | at character 7: found ';', expected"
            })
    void up079_shouldSayWhereAndWhatIsWrong(String expression, String problem) {
        assertThat(problem(expression)).startsWith("SQL92 expression, " + problem);
    }

    @Test
    void shouldRefuseWhatWouldCostStackOrMemory() {
        assertThat(matches("(".repeat(190) + "a = 1" + ")".repeat(190), "a:1")).isTrue();
        for (String deep : new String[] {
            "(".repeat(50_000),
            "NOT ".repeat(15_000) + "a",
            "a = " + "- ".repeat(30_000) + "1",
            "a" + " = a".repeat(15_000)
        }) {
            assertThat(problem(deep)).contains("nested deeper than 200 levels, the limit of expressions");
        }
        assertThat(problem("a=1 OR ".repeat(9_000) + "a=2"))
                .contains("more than 10000 parts, the limit of expressions");
        assertThat(problem("x".repeat(70_000)))
                .isEqualTo("the SQL92 expression has 70000 characters, the limit is 65536");
        assertThat(matches("a=1 OR ".repeat(3_000) + "a = 7", "a:7")).isTrue();
        assertThat(problem(" ")).isEqualTo("the SQL92 expression is empty");
    }

    @Test
    void shouldKeepTheLatestResultsOnly() {
        FilterCompiler compiler = new FilterCompiler();
        FilterResult first = compiler.compile("a = 0");
        IntStream.range(1, 90).forEach(i -> compiler.compile("a = " + i));
        assertThat(compiler.compile("a = 0")).isSameAs(first);
        IntStream.range(100, 300).forEach(i -> compiler.compile("a = " + i));
        assertThat(compiler.keptCount()).isEqualTo(FilterCompiler.KEPT_MAX);
        assertThat(compiler.compile("a = 0")).isNotSameAs(first);
        String list = IntStream.range(0, 4_000).mapToObj(i -> "'item" + i + "'").collect(Collectors.joining(","));
        IntStream.range(0, 100).forEach(i -> compiler.compile("s" + i + " IN (" + list + ")"));
        assertThat(compiler.keptCount()).isLessThan(30);
    }

    @Test
    void shouldReadTheBytesAsDecodersDo() {
        SqlFilter filter = ((Compiled) COMPILER.compile("a = '2' AND b IS NULL")).filter();
        byte[] twice = "a\u00011\u0002\u0001x\u0002b\u0001\u0002bb\u0001y\u0002c\u0002a\u00012"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8);
        ByteBuffer direct = ByteBuffer.allocateDirect(twice.length + 4);
        direct.position(2);
        direct.put(twice);
        direct.flip().position(2);
        assertThat(filter.matchesProperties(direct.slice())).isTrue();
        assertThat(filter.matchesProperties(ByteBuffer.allocate(0))).isFalse();
    }
}
