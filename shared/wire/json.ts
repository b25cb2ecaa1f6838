type Unchanged = string | number | boolean | null | undefined

/** A value after the JSON serializer (`toJson`): instants are texts, and amounts numbers. */
export type Json<T> = T extends Unchanged
  ? T
  : T extends Date
    ? string
    : T extends bigint
      ? number
      : T extends object
        ? { [K in keyof T]: Json<T[K]> }
        : T
