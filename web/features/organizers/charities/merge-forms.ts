import { emptyForm, type VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'

type Field = keyof VerificationForm

/** Returns the fields in which two versions of the form differ. */
export const differentFields = (before: VerificationForm, after: VerificationForm): Field[] =>
  (Object.keys(emptyForm) as Field[]).filter((field) => textOf(before[field]) !== textOf(after[field]))

/** Browsers post line ends as CR LF. */
const textOf = (value: unknown): string => JSON.stringify(value).replaceAll(String.raw`\r\n`, String.raw`\n`)

/** Returns the other version with the fields that were changed in this form since it was saved. */
export const mergeForms = ({
  before,
  mine,
  theirs,
}: {
  readonly before: VerificationForm
  readonly mine: VerificationForm
  readonly theirs: VerificationForm
}): VerificationForm => ({
  ...theirs,
  ...(Object.fromEntries(
    differentFields(before, mine).map((field) => [field, mine[field]]),
  ) as Partial<VerificationForm>),
})
