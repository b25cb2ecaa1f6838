import { lazy, Suspense, useEffect, useRef } from 'react'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { donorQuestionsOf } from '#modules/causes/campaigns/rules/level.ts'
import { useText } from '#web/lib/text.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'
import { AddressChoice } from '#web/features/platform/addresses/address-choice.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import type { CheckoutData } from '../state/checkout-state.ts'
import { controlsOf, type FormProps } from '../form-controls.ts'
import { QurbaniFields } from './qurbani-order.tsx'

/** Loaded when a level that needs an address is chosen on the page. */
const LoadedAddress = lazy(() =>
  import('#web/features/platform/addresses/loaded-address.tsx').then((module) => ({ default: module.LoadedAddress })),
)

type Props = FormProps & {
  readonly level: CheckoutData['levels'][number] | undefined
  readonly addressData: AddressData
  /** Whether the fields of a Qurbani order are elsewhere on the page. */
  readonly isOrderAbove?: boolean
  /** Shown if encrypted details are stored, which stay unchanged when the field is left empty. */
  readonly encryptedHint?: string | undefined
}

/** The fields that the chosen giving level requires (S1 §5, content-9). */
export function LevelExtras({ level, addressData, encryptedHint, isOrderAbove = false, ...props }: Props) {
  const t = useText()
  const { form, set, errorOf, onBlur } = props
  const { text, part } = controlsOf(props)
  const email = useRef('')
  useEffect(() => {
    // A required email is prefilled, so the donor doesn't type it twice (WCAG 3.3.7); an optional one isn't.
    if (!level?.requireEmail || form.email === '') return
    if (form.levelEmail === '' || form.levelEmail === email.current) set({ field: 'levelEmail', value: form.email })
    email.current = form.email
    // Runs when the email above changes, not when this one does.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [form.email, level?.id])
  if (!level) return null
  const asks = donorQuestionsOf(level)
  const address = {
    group: 'shippingAddress',
    kind: 'shipping',
    address: form.shippingAddress,
    other: form.giftAid || form.taxReceipt ? form.taxAddress : undefined,
    onChange: (value: AddressDraft) => set({ field: 'shippingAddress', value }),
    errorOf,
    onBlur,
  } as const
  return (
    <>
      {asks.note ? (
        <TextArea
          {...text('note')}
          label={level.noteDescription || t('give.note')}
          {...(level.requireNote ? {} : { mark: t('shell.optional') })}
          maxLength={1000}
        />
      ) : null}
      {asks.email ? (
        <TextInput
          {...text('levelEmail')}
          label={t('give.level-email')}
          hint={level.emailDescription || undefined}
          {...(level.requireEmail ? {} : { mark: t('shell.optional') })}
          type="email"
          autoComplete="email"
          dir="ltr"
          maxLength={254}
        />
      ) : null}
      {asks.shipping ? (
        <fieldset className="stack">
          <legend className="label">{t('give.shipping')}</legend>
          {addressData.countries === '' ? (
            <Suspense fallback={null}>
              <LoadedAddress {...address} />
            </Suspense>
          ) : (
            <AddressChoice {...address} addressData={addressData} />
          )}
        </fieldset>
      ) : null}
      {asks.contact ? (
        <fieldset className="stack">
          <legend className="label">{t('give.emergency')}</legend>
          {encryptedHint ? <p className="quiet small">{encryptedHint}</p> : null}
          <div className="columns">
            <TextInput {...part('emergencyContact', 'name')} label={t('give.emergency-name')} maxLength={120} />
            <TextInput
              {...part('emergencyContact', 'phone')}
              label={t('give.emergency-phone')}
              type="tel"
              dir="ltr"
              maxLength={32}
            />
          </div>
        </fieldset>
      ) : null}
      {asks.qurbani && !isOrderAbove ? <QurbaniFields {...props} level={level} /> : null}
      {asks.medical ? (
        <TextArea
          {...text('medicalInformation')}
          label={t('give.medical')}
          hint={encryptedHint ? `${t('give.medical-hint')} ${encryptedHint}` : t('give.medical-hint')}
          maxLength={2000}
        />
      ) : null}
    </>
  )
}
