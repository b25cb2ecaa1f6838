/** S2 §7 "all plans": offers of fundraisers (`CHARITY`) and the platform's own programmes (`INTERNAL`). */
export const planTypes = ['CHARITY', 'INTERNAL'] as const
export type PlanType = (typeof planTypes)[number]

/** Frequencies as the wire spells them (S2 §2 `frequencyType`, §9). */
export const frequencies = ['onetime', 'day', 'week', 'month', 'year'] as const
export type Frequency = (typeof frequencies)[number]

/** Preselected for regular giving (S2 §9). */
export const defaultFrequency: Frequency = 'week'
