import { normalizeDigits } from '#shared/input/digits.ts'
import type { ParsedInputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'
import { zakatSchools } from '#modules/causes/campaigns/rules/zakat.ts'
import type { TypedRuling } from '#web/features/trust/moderation/ruling-fields.tsx'
import { postedText } from '#web/lib/form-values.ts'

type Ruling = NonNullable<ParsedInputOf<ProductContract, 'POST /v4/staff/cases/:caseId/decision'>['ruling']>

/** Reads a ruling from a posted decision, as typed. */
export const typedRuling = (form: FormData): TypedRuling => ({
  ruledBy: postedText(form, 'ruledBy', 200),
  ruledOn: postedText(form, 'ruledOn', 20),
  schools: form.getAll('schools').filter((school) => typeof school === 'string'),
  conditions: postedText(form, 'conditions', 2000),
  eligiblePercent: postedText(form, 'eligiblePercent', 20),
  documentUrl: postedText(form, 'documentUrl', 600),
  documentId: postedText(form, 'documentId', 64),
})

/** Converts a typed ruling to the API's input. An unreadable share becomes 0, which the API rejects. */
export const rulingToSend = ({ eligiblePercent, schools, ...texts }: TypedRuling): Ruling => ({
  ...texts,
  schools: zakatSchools.filter((school) => schools.includes(school)),
  eligiblePercent: Number(
    /^\d{1,3}(\.\d{1,2})?$/.exec(normalizeDigits(eligiblePercent).trim().replace(/[,٫]/, '.'))?.[0] ?? 0,
  ),
})
