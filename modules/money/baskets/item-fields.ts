import { type Fault, isProblem, Problem } from '#shared/problem.ts'
import { toWirePath } from '#modules/money/giving/rules/donor-field-values.ts'

/** Moves a message about a gift to the field that caused it: of the item under `path`, or of the payer. */
export async function itemFields<T>(path: string, judging: Promise<T>): Promise<T> {
  try {
    return await judging
  } catch (error) {
    if (!isProblem(error) || Object.keys(error.fields).length === 0) throw error
    const fields: Record<string, Fault> = {}
    for (const [field, fault] of Object.entries(error.fields)) {
      const own = toWirePath('basketItem', field)
      // Chosen once for every line.
      const payer = field === 'location' ? field : toWirePath('checkout', field)
      fields[own === undefined && payer ? payer : `${path}.${own ?? field}`] = fault
    }
    throw new Problem(error.class, error.code, { fields })
  }
}
