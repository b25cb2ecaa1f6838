/** `givingPlanId` of S1 §7, comma-separated: at most twenty ids of giving plans. */
const id = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
export const planIdsPattern = new RegExp(`^(?:${id}(?:,${id}){0,19})?$`)

/** Returns distinct ids in lower case; undefined if there is no filter. */
export const planIdsOf = (joined: string | undefined): string[] | undefined =>
  joined ? [...new Set(joined.split(',').map((part) => part.toLowerCase()))] : undefined
