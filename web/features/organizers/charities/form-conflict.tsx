import { type RefObject, useEffect, useRef } from 'react'
import { legalForms, type VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'
import { postedVerification } from './posted-verification.ts'

const labels: Readonly<Record<keyof VerificationForm, MessageKey>> = {
  legalName: 'own-charity.legal-name',
  legalForm: 'own-charity.legal-form',
  register: 'own-charity.register',
  number: 'own-charity.number',
  taxReference: 'own-charity.tax-reference',
  registeredAddress: 'own-charity.registered-address',
  signatory: 'own-charity.signatory',
  website: 'own-charity.website',
  people: 'own-charity.part-people',
}

/** Returns the fields in which two versions of the form differ. */
export const differentFields = (mine: VerificationForm, theirs: VerificationForm): (keyof VerificationForm)[] =>
  (Object.keys(labels) as (keyof VerificationForm)[]).filter((field) => textOf(mine[field]) !== textOf(theirs[field]))

/** Browsers post line ends as CR LF. */
const textOf = (value: unknown): string => JSON.stringify(value).replaceAll(String.raw`\r\n`, String.raw`\n`)

/** Someone else saved the form meanwhile: names what differs, with their text, and offers both versions. */
export function FormConflict({
  theirs,
  form,
  onChoose,
}: {
  readonly theirs: VerificationForm
  readonly form: RefObject<HTMLFormElement | null>
  readonly onChoose: (choice: 'mine' | 'theirs') => void
}) {
  const t = useText()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  const mine = form.current ? postedVerification(new FormData(form.current)) : theirs
  return (
    <div ref={group} tabIndex={-1} className="notice notice-problem stack" role="group" aria-labelledby="conflict">
      <p className="strong" id="conflict">
        {t('own-charity.conflict')}
      </p>
      <p>{t('own-charity.conflict-text')}</p>
      <dl className="lines">
        {differentFields(mine, theirs).map((field) => (
          <div key={field}>
            <dt>{t(labels[field])}</dt>
            <dd>
              <bdi>{valueText(t, theirs, field) || t('own-charity.conflict-empty')}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="button-row">
        <button type="button" className="button button-primary" onClick={() => onChoose('mine')}>
          {t('own-charity.keep-mine')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => onChoose('theirs')}>
          {t('own-charity.take-theirs')}
        </button>
      </p>
    </div>
  )
}

/** Returns a field's value as the form shows it. */
function valueText(t: ReturnType<typeof useText>, form: VerificationForm, field: keyof VerificationForm): string {
  if (field === 'people') return form.people.map(({ fullName }) => fullName).join(' · ')
  const legalForm = legalForms.find((candidate) => candidate === form.legalForm)
  return field === 'legalForm' && legalForm ? t(`own-charity.legal-form-${legalForm}`) : form[field]
}
