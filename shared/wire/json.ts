type Unchanged = string | number | boolean | null | undefined

/** A value after the JSON serializer (`toJson`): instants and bigints are texts. */
export type Json<T> = T extends Unchanged
  ? T
  : T extends Date | bigint
    ? string
    : T extends object
      ? { [K in keyof T]: Json<T[K]> }
      : T
