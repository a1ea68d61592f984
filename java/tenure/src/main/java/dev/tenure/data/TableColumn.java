package dev.tenure.data;

/**
 * What a {@link Table} says of a column.
 *
 * @param name the name
 * @param type the type
 * @param missing how many values are missing
 * @param categories how many distinct texts a column of texts has; 0 for any other
 */
public record TableColumn(String name, ColumnType type, long missing, long categories) {}
