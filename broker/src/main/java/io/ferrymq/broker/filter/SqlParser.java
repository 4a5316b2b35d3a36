package io.ferrymq.broker.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads an expression (spec: broker 9.2). From the loosest to the tightest:
 *
 * <pre>
 *   or         = and { OR and }
 *   and        = equality { AND equality }
 *   equality   = comparison { = comparison | &lt;> comparison | IS [NOT] NULL }
 *   comparison = unary { > unary | >= unary | &lt; unary | &lt;= unary | [NOT] BETWEEN unary AND unary | [NOT] IN ( strings )
 *              | [NOT] CONTAINS string | [NOT] STARTSWITH string | [NOT] ENDSWITH string }
 *   unary      = + unary | - unary | NOT unary | constant | property | ( or )
 * </pre>
 *
 * As in RocketMQ, NOT binds tighter than a comparison, and what follows a whole expression is not looked at but for its first word.
 */
final class SqlParser {
    /** Levels of brackets, signs and chained comparisons: each costs stack when it is read and when it is tested. */
    static final int NESTING_MAX = 200;

    /** Conditions, constants and properties of one expression. */
    static final int PARTS_MAX = 10_000;

    private final Lexer lexer;
    private final Map<String, Operand.Property> properties = new LinkedHashMap<>();
    private Token token;
    private int depth;
    private int parts;

    private SqlParser(String text) {
        lexer = new Lexer(text);
    }

    /** @throws FilterSyntaxException when the text is no expression, or one beyond the limits */
    static ParsedExpression parse(String text) {
        SqlParser parser = new SqlParser(text);
        parser.advance();
        Token first = parser.token;
        Condition condition = Checks.condition(parser.or(), first, "the whole expression");
        return new ParsedExpression(condition, List.copyOf(parser.properties.keySet()));
    }

    private void advance() {
        token = lexer.next();
    }

    private boolean take(TokenKind kind) {
        if (token.kind() != kind) {
            return false;
        }
        advance();
        return true;
    }

    private void require(TokenKind kind, String expected) {
        if (!take(kind)) {
            throw FilterSyntaxException.found(token, expected);
        }
    }

    private void enter() {
        if (++depth > NESTING_MAX) {
            throw new FilterSyntaxException(
                    token.position(), "nested deeper than " + NESTING_MAX + " levels, the limit of expressions");
        }
    }

    private <T extends Expression> T part(T expression) {
        if (++parts > PARTS_MAX) {
            throw new FilterSyntaxException(
                    token.position(), "more than " + PARTS_MAX + " parts, the limit of expressions");
        }
        return expression;
    }

    private Expression or() {
        Token start = token;
        Expression first = and();
        if (token.kind() != TokenKind.OR) {
            return first;
        }
        List<Condition> all = new ArrayList<>();
        all.add(Checks.condition(first, start, "the left side of OR"));
        while (take(TokenKind.OR)) {
            Token next = token;
            all.add(Checks.condition(and(), next, "the right side of OR"));
        }
        return part(new Combination.Any(all));
    }

    private Expression and() {
        Token start = token;
        Expression first = equality();
        if (token.kind() != TokenKind.AND) {
            return first;
        }
        List<Condition> all = new ArrayList<>();
        all.add(Checks.condition(first, start, "the left side of AND"));
        while (take(TokenKind.AND)) {
            Token next = token;
            all.add(Checks.condition(equality(), next, "the right side of AND"));
        }
        return part(new Combination.All(all));
    }

    private Expression equality() {
        int level = depth;
        Expression left = comparison();
        while (true) {
            Token sign = token;
            switch (sign.kind()) {
                case EQUAL -> left = equal(left, sign);
                case NOT_EQUAL -> left = part(new Combination.Not(equal(left, sign)));
                case IS -> left = isNull(left);
                default -> {
                    depth = level;
                    return left;
                }
            }
        }
    }

    private Condition equal(Expression left, Token sign) {
        enter();
        advance();
        Expression right = comparison();
        Checks.equality(left, right, sign);
        return part(Comparison.equal(left, right));
    }

    private Condition isNull(Expression left) {
        enter();
        advance();
        boolean negated = take(TokenKind.NOT);
        require(TokenKind.NULL, negated ? "NULL after IS NOT" : "NULL or NOT NULL after IS");
        Condition test = part(new Combination.IsNull(left));
        return negated ? new Combination.Not(test) : test;
    }

    private Expression comparison() {
        int level = depth;
        Expression left = unary();
        while (true) {
            switch (token.kind()) {
                case GREATER -> left = order(left, Operator.GREATER);
                case GREATER_OR_EQUAL -> left = order(left, Operator.GREATER_OR_EQUAL);
                case LESS -> left = order(left, Operator.LESS);
                case LESS_OR_EQUAL -> left = order(left, Operator.LESS_OR_EQUAL);
                case NOT, BETWEEN, IN, CONTAINS, STARTSWITH, ENDSWITH -> left = word(left);
                default -> {
                    depth = level;
                    return left;
                }
            }
        }
    }

    private Condition order(Expression left, Operator operator) {
        enter();
        Token sign = token;
        advance();
        Expression right = unary();
        Checks.order(left, sign);
        Checks.order(right, sign);
        return part(Comparison.order(left, operator, right));
    }

    private Condition word(Expression left) {
        enter();
        boolean negated = take(TokenKind.NOT);
        Token word = token;
        return switch (word.kind()) {
            case BETWEEN -> between(left, negated);
            case IN -> in(left, negated);
            case CONTAINS -> has(left, TextCondition.Place.CONTAINS, negated);
            case STARTSWITH -> has(left, TextCondition.Place.STARTSWITH, negated);
            case ENDSWITH -> has(left, TextCondition.Place.ENDSWITH, negated);
            default ->
                throw FilterSyntaxException.found(word, "BETWEEN, IN, CONTAINS, STARTSWITH or ENDSWITH after NOT");
        };
    }

    private Condition between(Expression left, boolean negated) {
        Token word = token;
        advance();
        Expression low = unary();
        require(TokenKind.AND, "AND between the two bounds of BETWEEN");
        Expression high = unary();
        Checks.order(left, word);
        Checks.order(low, word);
        Checks.order(high, word);
        if (negated) {
            return part(new Combination.Any(List.of(
                    part(Comparison.order(left, Operator.LESS, low)),
                    part(Comparison.order(left, Operator.GREATER, high)))));
        }
        Checks.ascending(low, high, word);
        return part(new Combination.All(List.of(
                part(Comparison.order(left, Operator.GREATER_OR_EQUAL, low)),
                part(Comparison.order(left, Operator.LESS_OR_EQUAL, high)))));
    }

    private Condition in(Expression left, boolean negated) {
        Token word = token;
        advance();
        if (!(left instanceof Operand.Property property)) {
            throw new FilterSyntaxException(word.position(), "the left side of IN must be a property");
        }
        require(TokenKind.OPEN, "( after IN");
        List<Utf8> wanted = new ArrayList<>();
        do {
            wanted.add(Utf8.of(string("a string in the list of IN")));
            part(left);
        } while (take(TokenKind.COMMA));
        require(TokenKind.CLOSE, ", or ) in the list of IN");
        return part(new TextCondition.In(property, wanted, negated));
    }

    private Condition has(Expression left, TextCondition.Place place, boolean negated) {
        advance();
        return part(new TextCondition.Has(left, place, string("a string after " + place), negated));
    }

    private String string(String expected) {
        Token text = token;
        require(TokenKind.STRING, expected);
        return text.text();
    }

    private Expression unary() {
        int level = depth;
        Expression result = unaryInside();
        depth = level;
        return result;
    }

    private Expression unaryInside() {
        Token start = token;
        switch (start.kind()) {
            case PLUS -> {
                enter();
                advance();
                return unary();
            }
            case MINUS -> {
                enter();
                advance();
                return part(new Operand.Negative(unary()));
            }
            case NOT -> {
                enter();
                advance();
                Token operand = token;
                return part(new Combination.Not(Checks.condition(unary(), operand, "what follows NOT")));
            }
            case OPEN -> {
                enter();
                advance();
                Expression inner = or();
                require(TokenKind.CLOSE, ") for the ( at character " + (start.position() + 1));
                return inner;
            }
            default -> {
                Expression simple = part(simple(start));
                advance();
                return simple;
            }
        }
    }

    private Expression simple(Token word) {
        return switch (word.kind()) {
            case IDENTIFIER ->
                properties.computeIfAbsent(word.text(), name -> new Operand.Property(name, properties.size()));
            case STRING -> new Operand.Constant(word.text());
            case INTEGER -> new Operand.Constant(Checks.integer(word));
            case FLOAT -> new Operand.Constant(Checks.fraction(word));
            case TRUE -> new Operand.Constant(true);
            case FALSE -> new Operand.Constant(false);
            case NULL -> new Operand.Constant(null);
            default -> throw FilterSyntaxException.found(word, "a property, a constant, NOT, +, - or (");
        };
    }
}
