package dev.tenure.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The core's own JSON where it is flat: an object of strings, numbers and truth values, or a list of such objects. It
 * is
 * canonical, so nothing is checked here; strings come without their quotes, all else, an object in it too, as it
 * stands.
 */
public final class FlatJson {
    private final String text;
    private int at;

    private FlatJson(String text) {
        this.text = text;
    }

    public static Map<String, String> object(String text) {
        return new FlatJson(text).object();
    }

    public static List<Map<String, String>> list(String text) {
        FlatJson reader = new FlatJson(text);
        List<Map<String, String>> objects = new ArrayList<>();
        reader.expect('[');
        while (reader.next() != ']') {
            objects.add(reader.object());
            reader.skipComma();
        }
        return objects;
    }

    /** With quotes, and what JSON does not allow between them escaped. */
    public static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    private Map<String, String> object() {
        Map<String, String> fields = new LinkedHashMap<>();
        expect('{');
        while (next() != '}') {
            String name = string();
            expect(':');
            fields.put(name, next() == '"' ? string() : next() == '{' ? inner() : word());
            skipComma();
        }
        at++;
        return fields;
    }

    /** An object in an object, as it stands. */
    private String inner() {
        int start = at;
        object();
        return text.substring(start, at);
    }

    private String word() {
        int start = at;
        while (",}]".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(start, at).strip();
    }

    private String string() {
        StringBuilder out = new StringBuilder();
        expect('"');
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            out.append(c == '\\' ? escaped(text.charAt(at++)) : c);
        }
        return out.toString();
    }

    private char escaped(char c) {
        switch (c) {
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default:
                return c;
        }
    }

    private void skipComma() {
        if (next() == ',') {
            at++;
        }
    }

    private void expect(char c) {
        if (next() != c) {
            throw new IllegalStateException("'" + c + "' expected at " + at + " of " + text);
        }
        at++;
    }

    private char next() {
        while (Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return text.charAt(at);
    }
}
