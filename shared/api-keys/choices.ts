/** Hours for which the former secret of an API key stays valid after a rotation; a person chooses one of them. */
export const rotationHours = [0, 24, 168] as const

/** Days after which a new API key expires; a person chooses one of them. 0: it doesn't expire. */
export const expiryDays = [30, 90, 365, 0] as const
