import { lazy, type ReactNode, Suspense } from 'react'
import type { PlanPreview } from '#modules/recurring/subscriptions/contract-views.ts'
import { one } from '#shared/collections.ts'
import { money } from '#shared/money.ts'
import { useText } from '#web/lib/text.tsx'
import { Checkbox, TextInput } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import type { SavedCard } from '#web/features/money/cards/card-text.ts'
import type { CheckoutChange } from '#web/features/money/giving/state/checkout-reducer.ts'
import type { CheckoutData, Form } from '#web/features/money/giving/state/checkout-state.ts'
import { donationOf, tipOfForm } from '#web/features/money/giving/state/checkout-amounts.ts'
import { checkoutQuoteOf } from '#web/features/money/giving/state/checkout-quote.ts'
import { controlsOf } from '#web/features/money/giving/form-controls.ts'
import { ZakatChoice } from '#web/features/money/giving/form/donation-parts.tsx'
import { useMaximizeHint, ZakatNotes } from '#web/features/money/giving/form/zakat-notes.tsx'
import { zakatFeesOf } from '#modules/money/giving/rules/zakat-eligible.ts'
import { SectionFields } from '#web/features/money/giving/form/section-fields.tsx'
import { TaxBlock } from '#web/features/money/giving/form/tax-block.tsx'
import { type KnownGuest, KnownGuestNote } from '#web/features/money/giving/returning/known-guest.tsx'
import { TipBlock } from '#web/features/money/giving/form/tip-block.tsx'
import type { Json } from '#shared/wire/json.ts'

/** Shares its lazy chunk with the checkout, so neither page loads it before it is needed. */
const CardChoice = lazy(() =>
  import('#web/features/money/cards/card-choice.tsx').then((module) => ({ default: module.CardChoice })),
)

type More = { readonly phone: string; readonly code: string; readonly remindBefore: boolean }
type Props = {
  readonly form: Form
  readonly set: (change: CheckoutChange) => void
  readonly checkoutData: CheckoutData
  readonly addressData: AddressData
  readonly guest: KnownGuest
  readonly logInUrl: string
  readonly errorOf: (id: string) => string | undefined
  readonly onBlur: (id: string) => void
  readonly more: More
  readonly setMore: (more: More) => void
  readonly requestsPhone: boolean
  readonly takesCodes: boolean
  readonly inviter: string | undefined
  readonly isTipConfirmed: boolean
  readonly onConfirmTip: () => void
  readonly preview: Json<PlanPreview>
  /** Whether the plan charges daily or nightly; the donor then gets an advance notice of the first donation only. */
  readonly isDaily: boolean
}

/** Tip, zakat, Gift Aid, donor details and referral code. */
export function ConfirmParts({
  form,
  set,
  checkoutData,
  addressData,
  guest,
  logInUrl,
  errorOf,
  onBlur,
  more,
  setMore,
  requestsPhone,
  takesCodes,
  inviter,
  isTipConfirmed,
  onConfirmTip,
  preview,
  isDaily,
}: Props) {
  const t = useText()
  const hintOf = useMaximizeHint()
  const { text, box } = controlsOf({ form, set, errorOf, onBlur })
  const quote = checkoutQuoteOf({ ...form, isZakat: true, maximizeZakat: true }, checkoutData)
  const plain = checkoutQuoteOf({ ...form, isZakat: true, maximizeZakat: false }, checkoutData)
  const first = one(preview.donations)
  const currency = preview.currency
  const fee = form.isZakat && form.maximizeZakat ? money(BigInt(first.coveredFee), currency) : quote.coveredFee
  return (
    <>
      {checkoutData.tipsEnabled || checkoutData.zakatVerified ? (
        <section className="stack card card-in" aria-labelledby="gift-title">
          <h3 id="gift-title">{t('wizard.donation-title')}</h3>
          {checkoutData.tipsEnabled ? (
            <TipBlock
              gift={donationOf(form, checkoutData)}
              tip={tipOfForm(form, checkoutData)}
              choice={form.tipChoice}
              typed={form.tipTyped}
              onChoose={(value) => set({ field: 'tipChoice', value })}
              onType={(value) => set({ field: 'tipTyped', value })}
              error={errorOf('tipChoice') ?? errorOf('tip')}
              typedError={errorOf('tipTyped')}
              isConfirmed={isTipConfirmed}
              onConfirm={onConfirmTip}
            />
          ) : null}
          <ZakatChoice
            form={form}
            checkoutData={checkoutData}
            set={set}
            errorOf={errorOf}
            maximizeHint={hintOf({ facts: checkoutData, fee, covered: quote, plain })}
            notes={
              form.isZakat ? (
                <ZakatNotes
                  fees={zakatFeesOf(checkoutQuoteOf(form, checkoutData))}
                  gift={money(BigInt(first.gift), currency)}
                  eligible={money(BigInt(first.zakatEligible), currency)}
                />
              ) : null
            }
          />
        </section>
      ) : null}
      <section className="stack card card-in" aria-labelledby="you-title">
        <h3 id="you-title">{t('wizard.you-title')}</h3>
        {checkoutData.isSignedIn ? null : (
          <>
            <TextInput
              {...text('email')}
              label={t('give.email')}
              hint={t('wizard.guest-email-hint')}
              type="email"
              autoComplete="email"
              dir="ltr"
              maxLength={254}
            />
            <TextInput {...text('name')} label={t('give.name')} autoComplete="name" maxLength={120} />
            <KnownGuestNote guest={guest} email={form.email} />
            <p className="small">
              <a href={logInUrl}>{t('give.log-in')}</a>
            </p>
          </>
        )}
        {requestsPhone ? (
          <TextInput
            id="phoneNumber"
            type="tel"
            dir="ltr"
            autoComplete="tel"
            maxLength={40}
            label={t('wizard.phone')}
            hint={t('wizard.phone-hint')}
            value={more.phone}
            error={errorOf('phoneNumber')}
            onChange={(event) => setMore({ ...more, phone: event.target.value })}
          />
        ) : null}
        <TaxBlock
          form={form}
          set={set}
          errorOf={errorOf}
          onBlur={onBlur}
          checkoutData={checkoutData}
          addressData={addressData}
        />
        <div>
          <Checkbox {...box('isAnonymous')} label={t('give.anonymous')} hint={t('give.anonymous-hint')} />
          {form.isAnonymous ? null : (
            <TextInput
              {...text('customName')}
              label={t('give.custom-name')}
              mark={t('shell.optional')}
              maxLength={80}
            />
          )}
        </div>
        <SectionFields form={form} set={set} errorOf={errorOf} onBlur={onBlur} />
        {takesCodes ? (
          <TextInput
            id="code"
            dir="ltr"
            maxLength={64}
            label={t('wizard.referral')}
            hint={inviter ? t('wizard.code-kept', { code: `\u2068${inviter}\u2069` }) : t('wizard.referral-hint')}
            mark={t('shell.optional')}
            value={more.code}
            onChange={(event) => setMore({ ...more, code: event.target.value })}
          />
        ) : null}
        <div>
          <Checkbox
            id="remindBefore"
            label={t(isDaily ? 'wizard.remind-before-first' : 'wizard.remind-before')}
            checked={more.remindBefore}
            onChange={(event) => setMore({ ...more, remindBefore: event.target.checked })}
          />
          <Checkbox {...box('receiveUpdates')} label={t('give.updates')} />
          <Checkbox {...box('newsletter')} label={t('give.newsletter')} />
        </div>
      </section>
    </>
  )
}

/** The card, and the mandate that the donor agrees to. */
export function ConfirmCard({
  cards,
  cardId,
  onChoose,
  fields,
  canAdd,
  againUrl,
  mandate,
  error,
  wallets,
}: {
  readonly cards: readonly SavedCard[]
  readonly cardId: string
  readonly onChoose: (cardId: string) => void
  readonly fields: ReactNode
  readonly canAdd: boolean
  readonly againUrl: string
  readonly mandate: string
  readonly error: string | undefined
  /** The buttons of wallets, below the mandate that they accept. */
  readonly wallets: ReactNode
}) {
  const t = useText()
  return (
    <section className="stack card card-in" aria-labelledby="payment">
      <h3 id="payment">{t('give.payment')}</h3>
      <div className="small stack">
        <p className="quiet">{t('wizard.agree')}</p>
        <p>{mandate}</p>
        <p>{t('wizard.agree-end')}</p>
      </div>
      {wallets}
      {error ? <p className="error-text">{error}</p> : null}
      <div id="card" tabIndex={-1} className="stack">
        {cards.length > 0 ? (
          <Suspense fallback={<Skeleton block="8rem" />}>
            <CardChoice cards={cards} chosen={cardId} onChoose={onChoose} />
          </Suspense>
        ) : null}
        <div hidden={cardId !== ''}>
          {canAdd ? (
            <>
              {fields}
              <noscript>
                <p className="notice">{t('wizard.no-script')}</p>
              </noscript>
            </>
          ) : (
            <p className="notice">
              {t('wizard.prove')} <a href={againUrl}>{t('wizard.prove-link')}</a>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
