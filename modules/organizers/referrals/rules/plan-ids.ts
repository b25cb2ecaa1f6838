/** `givingPlanId` of S1 §7, comma joined: at most twenty ids of giving plans. */
const id = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
export const planIdsPattern = new RegExp(`^(?:${id}(?:,${id}){0,19})?$`)

/** Each once, in lower case; undefined: not asked for, so every gift counts. */
export const planIdsOf = (joined: string | undefined): string[] | undefined =>
  joined ? [...new Set(joined.split(',').map((each) => each.toLowerCase()))] : undefined
