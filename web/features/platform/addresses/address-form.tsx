import { useState } from 'react'
import {
  type AddressDraft,
  type AddressField,
  type AddressKind,
  checkAddress,
} from '#modules/platform/addresses/rules/address.ts'
import { fieldFault } from '#modules/platform/addresses/rules/form.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorSummary, type FormError } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { AddressFields } from './address-fields.tsx'
import type { AddressData } from './address-data.ts'
import { useSummary } from './summary.ts'

/** The address's purpose; `list` for none yet. */
export type FormKind = AddressKind | 'list'

type Props = {
  readonly addressData: AddressData
  readonly kind: FormKind
  readonly label: string
  readonly address: AddressDraft
  /** Errors from the server, by control. */
  readonly wrong: readonly FormError[]
  /** Whether to show missing fields from the start. */
  readonly isChecked: boolean
}

const group = 'address'

/** The form of a saved address; a native form, validated by the same rules in the browser and on the server (S1 §5). */
export function AddressForm({ addressData, kind, label, address: initial, wrong, isChecked }: Props) {
  const t = useText()
  const faultText = useFaultText()
  const [address, setAddress] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(isChecked || wrong.length > 0)
  const { ofFaults, ofTexts } = useSummary()
  const [summary, setSummary] = useState(() => ofTexts(wrong))
  const [isSending, setSending] = useState(false)
  const judged = kind === 'list' ? 'shipping' : kind
  const served = new Map(wrong.map(({ id, text }) => [id, text]))

  function errorOf(id: string): string | undefined {
    const field = id.slice(group.length + 1) as AddressField
    if (address[field] === initial[field] && served.has(id)) return served.get(id)
    return isSubmitted || touched.has(id) ? faultText(fieldFault(judged, field, address, isSubmitted)) : undefined
  }

  const check = (): FormError[] =>
    ofFaults(
      Object.fromEntries(
        Object.entries(checkAddress(judged, address)).map(([field, fault]) => [`${group}-${field}`, fault]),
      ),
    )

  return (
    <PageForm
      noValidate
      className="stack"
      onSubmit={(event) => {
        const problems = check()
        setSubmitted(true)
        setSummary(problems)
        if (problems.length > 0 || isSending) event.preventDefault()
        else setSending(true)
      }}
    >
      <ErrorSummary title={t('shell.problem')} wrong={summary} />
      <input type="hidden" name="kind" value={kind} />
      <AddressFields
        addressData={addressData}
        group={group}
        kind={judged}
        address={address}
        onChange={setAddress}
        errorOf={errorOf}
        onBlur={(id) => setTouched(new Set([...touched, id]))}
      />
      <TextInput
        id={`${group}-phone`}
        label={t('addresses.phone')}
        hint={t('addresses.phone-hint')}
        mark={t('shell.optional')}
        type="tel"
        autoComplete="tel"
        dir="ltr"
        value={address.phone ?? ''}
        error={errorOf(`${group}-phone`)}
        maxLength={32}
        onChange={(event) => setAddress({ ...address, phone: event.target.value })}
      />
      <TextInput
        id={`${group}-label`}
        label={t('addresses.label')}
        hint={t('addresses.label-hint')}
        mark={t('shell.optional')}
        defaultValue={label}
        error={served.get(`${group}-label`)}
        maxLength={60}
      />
      <div className="columns">
        <Button isBusy={isSending}>{t('addresses.save')}</Button>
        <a className="button button-quiet" href="/account/addresses">
          {t('addresses.cancel')}
        </a>
      </div>
    </PageForm>
  )
}
