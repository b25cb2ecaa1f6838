/**
 * Serializes a value as JSON: dates become ISO 8601 in UTC, and bigints numbers. A bigint that a number can't contain
 * becomes a string, so that no amount is rounded. Whatever leaves the server with a view of the API in it is serialized
 * by this function, because `JSON.stringify` throws on bigints.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? numberOf(member) : member))

function numberOf(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}
