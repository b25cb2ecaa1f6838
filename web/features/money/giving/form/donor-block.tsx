import { lazy, Suspense } from 'react'
import { useFrame, useText } from '#web/lib/text.tsx'
import { TextInput } from '#web/ui/field.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import type { CheckoutData } from '../state/checkout-state.ts'
import { chosenLevelOf } from '../state/checkout-amounts.ts'
import { controlsOf, type FormProps } from '../form-controls.ts'
import { type KnownGuest, KnownGuestNote } from '../returning/known-guest.tsx'

/** Loaded when a giving level is chosen, since only levels require more fields. */
const LevelExtras = lazy(() => import('./level-extras.tsx').then((module) => ({ default: module.LevelExtras })))

type Props = FormProps & {
  readonly checkoutData: CheckoutData
  readonly guest: KnownGuest
  readonly loginUrl: string
  readonly addressData: AddressData
}

/** The donor's details and the fields that the giving level requires. */
export function DonorBlock({ checkoutData, guest, loginUrl, addressData, ...props }: Props) {
  const t = useText()
  const frame = useFrame()
  const { form } = props
  const level = chosenLevelOf(form, checkoutData)
  const { text } = controlsOf(props)
  return (
    <section className="stack" aria-labelledby="you">
      <h2 id="you">{t('give.you')}</h2>
      {frame?.viewer.isSignedIn ? (
        <p className="quiet">
          {t('give.as-member', {
            name: `\u2068${frame.viewer.firstName}\u2069`,
            email: `\u2068${frame.viewer.email}\u2069`,
          })}
        </p>
      ) : (
        <>
          <TextInput
            {...text('email')}
            label={t('give.email')}
            hint={t('give.email-hint')}
            type="email"
            autoComplete="email"
            dir="ltr"
            maxLength={254}
          />
          <TextInput {...text('name')} label={t('give.name')} autoComplete="name" maxLength={120} />
          <KnownGuestNote guest={guest} email={form.email} />
          {loginUrl ? (
            <p className="small">
              <a href={loginUrl}>{t('give.log-in')}</a>
            </p>
          ) : null}
        </>
      )}
      {level ? (
        <Suspense fallback={null}>
          <LevelExtras {...props} level={level} addressData={addressData} isOrderAbove />
        </Suspense>
      ) : null}
    </section>
  )
}
