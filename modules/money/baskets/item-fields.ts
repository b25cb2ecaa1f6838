import { type Fault, isProblem, Problem } from '#shared/problem.ts'
import type { AddressField } from '#modules/platform/addresses/rules/address.ts'
import { wireNames as addressNames } from '#modules/platform/addresses/rules/wire.ts'

/** The names of `DonationRequest` → those of the item payload. */
const wireNames: Readonly<Record<string, string>> = {
  zakat: 'isZakat',
  giftAid: 'isGiftAid',
  taxReceipt: 'isTaxDeductible',
  levelId: 'givingLevelId',
  levelEmail: 'givingLevelEmail',
  note: 'givingLevelNote',
}

/** Of the payer, whatever the line. */
const payer: Readonly<Record<string, string>> = {
  email: 'guest.email',
  name: 'guest.name',
  customName: 'CustomName',
  location: 'location',
}

/** A message about a gift lands at the field that caused it: of the item under `path`, or of the payer. */
export async function itemFields<T>(path: string, judging: Promise<T>): Promise<T> {
  try {
    return await judging
  } catch (error) {
    if (!isProblem(error) || Object.keys(error.fields).length === 0) throw error
    const fields: Record<string, Fault> = {}
    for (const [field, fault] of Object.entries(error.fields)) {
      const [head, part] = field.split('.') as [string, string | undefined]
      fields[
        payer[field] ??
          `${path}.${part && head.endsWith('Address') ? `${head}.${addressNames[part as AddressField] ?? part}` : (wireNames[field] ?? field)}`
      ] = fault
    }
    throw new Problem(error.class, error.code, { fields })
  }
}
