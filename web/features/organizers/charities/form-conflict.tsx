import { Fragment, useEffect, useRef } from 'react'
import { legalForms, type VerificationForm } from '#modules/causes/organizations/rules/verification-form.ts'
import { type MessageKey, useText } from '#web/lib/text.tsx'

const labels: Readonly<Record<keyof VerificationForm, MessageKey>> = {
  country: 'own-charity.country',
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

/** Someone else saved the form meanwhile: shows what they changed, and asks whether this form's changes are added. */
export function FormConflict({
  theirs,
  changed,
  onChoose,
}: {
  readonly theirs: VerificationForm
  readonly changed: readonly (keyof VerificationForm)[]
  readonly onChoose: (choice: 'mine' | 'theirs') => Promise<void>
}) {
  const t = useText()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  return (
    <div ref={group} tabIndex={-1} className="notice notice-problem stack" role="group" aria-labelledby="conflict">
      <p className="strong" id="conflict">
        {t('own-charity.conflict')}
      </p>
      <p>{t('own-charity.conflict-text')}</p>
      <dl className="lines">
        {changed.map((field) => (
          <Fragment key={field}>
            <dt>{t(labels[field])}</dt>
            <dd>
              <bdi>{valueText(t, theirs, field) || t('own-charity.conflict-empty')}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="button-row">
        <button type="button" className="button button-primary" onClick={() => void onChoose('mine')}>
          {t('own-charity.keep-mine')}
        </button>
        <button type="button" className="button button-quiet" onClick={() => void onChoose('theirs')}>
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
