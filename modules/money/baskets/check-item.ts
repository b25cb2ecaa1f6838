import type { DonorQuestions } from '#modules/causes/campaigns/rules/level.ts'
import { type Fault, isProblem, Problem } from '#shared/problem.ts'
import { checkUnaskedFields, toWirePath } from '#modules/money/giving/rules/donor-field-values.ts'

/** Maps the faults of a donation to the fields of the call: those of the item under `path`, or those of the payer. */
export async function itemFields<T>(path: string, judging: Promise<T>): Promise<T> {
  try {
    return await judging
  } catch (error) {
    if (!isProblem(error) || Object.keys(error.fields).length === 0) throw error
    const fields: Record<string, Fault> = {}
    for (const [field, fault] of Object.entries(error.fields)) {
      const own = toWirePath('basketItem', field)
      // The place is chosen once for all lines.
      const payer = field === 'location' ? field : toWirePath('checkout', field)
      fields[own === undefined && payer ? payer : `${path}.${own ?? field}`] = fault
    }
    throw new Problem(error.class, error.code, { fields })
  }
}

/** Refuses answers to questions that the level of an item doesn't ask (content-9). */
export async function rejectUnasked(path: string, fields: object, asks: DonorQuestions): Promise<void> {
  const faults = checkUnaskedFields(fields, asks)
  if (Object.keys(faults).length > 0)
    await itemFields(path, Promise.reject(new Problem('validation', 'invalid-input', { fields: faults })))
}
