package io.ferrymq.remoting.protocol;

/** The language of the process that made a command. */
public enum LanguageCode {
    JAVA(0),
    CPP(1),
    DOTNET(2),
    PYTHON(3),
    DELPHI(4),
    ERLANG(5),
    RUBY(6),
    OTHER(7),
    HTTP(8),
    GO(9),
    PHP(10),
    OMS(11),
    RUST(12),
    NODE_JS(13);

    private static final LanguageCode[] BY_CODE = values();

    private final byte code;

    LanguageCode(int code) {
        this.code = (byte) code;
    }

    public byte getCode() {
        return code;
    }

    /** The language of a name, or null. */
    public static LanguageCode getCode(String language) {
        return ofName(language);
    }

    /** The language of a byte of the binary header, or null. */
    public static LanguageCode valueOf(byte code) {
        return ofCode(code);
    }

    /** The byte that stands for this language in the binary header. */
    public byte code() {
        return code;
    }

    /** The language of a byte of the binary header, or null for a number that is not known. */
    public static LanguageCode ofCode(int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }

    /** The language of a name of the JSON header, or null for a name that is not known: senders are free to invent languages. */
    public static LanguageCode ofName(String name) {
        for (LanguageCode language : BY_CODE) {
            if (language.name().equals(name)) {
                return language;
            }
        }
        return null;
    }
}
