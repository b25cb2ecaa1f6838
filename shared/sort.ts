type Sortable = string | number | bigint

/** Compares two values for `sort`, smallest first. Strings are compared by code unit, as PostgreSQL's "C" does. */
export const ascending = <T extends Sortable>(a: T, b: T): number => Number(a > b) - Number(a < b)
