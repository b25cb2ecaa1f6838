import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatMoney, type Money, parseMajor } from '#shared/money.ts'
import type { PlanFrequency } from '#modules/money/giving/rules/plan-frequency.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { BankChoice, BankMandate } from './bank-debits/bank-parts.tsx'
import { CheckoutSummary } from './form/checkout-summary.tsx'
import { DonorBlock } from './form/donor-block.tsx'
import { DuplicateDialog } from './form/duplicate-dialog.tsx'
import { DonationBlock } from './form/donation-block.tsx'
import { MoreBlock } from './form/more-block.tsx'
import { PayBar } from './form/pay-button.tsx'
import { CardSection, ChallengeDialog, KeepMounted } from './form/payment-parts.tsx'
import { WalletPlace } from './wallets/wallet-place.tsx'
import { methodOf } from './state/checkout-quote.ts'
import type { Form } from './state/checkout-state.ts'
import { type Checkout, useCheckout } from './use-checkout.ts'

/** Loaded only if the fundraiser offers monthly giving; many don't. */
const FrequencyChoice = lazy(() =>
  import('./form/frequency-choice.tsx').then((module) => ({ default: module.FrequencyChoice })),
)

const WalletsOnly = lazy(() => import('./wallets/wallets-only.tsx').then((module) => ({ default: module.WalletsOnly })))

type Props = {
  readonly checkout: Checkout
  readonly beside?: (form: Form) => ReactNode
  /** The mandate text for a donation that starts a plan. */
  readonly mandate: (every: PlanFrequency, charged: { readonly total: Money; readonly tip: Money }) => ReactNode
}

/** The checkout of one donation: the form sections, the total, and the dialogs of its payment. */
export function CheckoutForm({ checkout, beside, mandate }: Props) {
  const { checkoutData, campaign } = checkout
  const t = useText()
  const locale = useLocale()
  const { form, set, errorOf, payment, summary, ...used } = useCheckout(checkout)
  const { stage } = payment
  const takesCard = checkoutData.methods?.card ?? true
  const [isWalletMissing, setWalletMissing] = useState(false)
  const pageTitle = t('give.title', { campaign: campaign.title })
  // Rendered once for the whole page: with two title elements, browsers show the first.
  const title = <title>{summary.length > 0 ? t('shell.title-problem', { title: pageTitle }) : pageTitle}</title>
  const isBusy = stage.kind !== 'form'
  const isBank = methodOf(form, checkoutData) === 'ach'
  // A resumed payment may have a different amount than the form, so the dialog shows the challenge's amount.
  const challenged = stage.kind === 'challenge' ? parseMajor(stage.challenge.amount, checkoutData.currency) : undefined
  return (
    <KeepMounted stage={stage}>
      <form
        method="post"
        className="checkout"
        noValidate
        aria-label={t('give.your-gift')}
        onSubmit={(event) => {
          event.preventDefault()
          if (takesCard) used.send()
        }}
      >
        {title}
        <div className="stack-lg">
          {checkout.posted ? <ErrorSummary title={t('shell.problem')} wrong={summary} /> : null}
          {payment.notice ? (
            <p className="notice" role="status">
              {payment.notice}
            </p>
          ) : null}
          {takesCard ? null : (
            <Suspense fallback={null}>
              <WalletsOnly slug={campaign.slug} isWalletMissing={isWalletMissing} />
            </Suspense>
          )}
          {checkout.missingFrequency ? <p className="notice">{checkout.missingFrequency}</p> : null}
          {checkoutData.plans?.length || checkout.dailyUrl ? (
            <Suspense fallback={null}>
              <FrequencyChoice
                form={form}
                checkoutData={checkoutData}
                set={set}
                errorOf={errorOf}
                dailyUrl={checkout.dailyUrl ?? undefined}
                mandate={form.frequency === 'once' ? null : mandate(form.frequency, used.quote)}
              />
            </Suspense>
          ) : null}
          <DonationBlock
            form={form}
            checkoutData={checkoutData}
            set={set}
            errorOf={errorOf}
            onBlur={used.onBlur}
            isTipConfirmed={used.isTipConfirmed}
            onConfirmTip={used.onConfirmTip}
          />
          <WalletPlace
            form={form}
            checkoutData={checkoutData}
            quote={used.quote}
            payments={checkout.payments}
            payment={used.wallet}
            isBusy={isBusy}
            error={errorOf('wallets')}
            isMissing={isWalletMissing}
            onMissing={() => setWalletMissing(true)}
          />
          <DonorBlock
            form={form}
            checkoutData={checkoutData}
            set={set}
            errorOf={errorOf}
            onBlur={used.onBlur}
            guest={used.guest}
            loginUrl={checkout.loginUrl}
            addressData={checkout.addressData}
          />
          {takesCard ? (
            <CardSection
              card={used.card}
              cards={checkout.cards}
              cardId={form.cardId}
              onChoose={(value) => set({ field: 'cardId', value })}
              // A plan's card is always saved, so the option to save it isn't offered.
              mandate={form.frequency === 'once' ? checkout.mandate : ''}
              saveCard={form.saveCard}
              onSave={(value) => set({ field: 'saveCard', value })}
              error={errorOf('card')}
              isPosted={checkout.posted !== null}
              isBank={isBank}
              choice={
                <BankChoice
                  form={form}
                  checkoutData={checkoutData}
                  payments={checkout.payments}
                  total={used.quote.total}
                  set={set}
                  fields={used.bankFields}
                />
              }
            />
          ) : null}
          <MoreBlock form={form} checkoutData={checkoutData} set={set} errorOf={errorOf} onBlur={used.onBlur} />
        </div>
        <CheckoutSummary
          campaign={campaign}
          quote={used.quote}
          frequency={form.frequency}
          isBusy={isBusy}
          takesCard={takesCard}
          isSlow={payment.isSlow}
          isChecked={checkout.posted?.isComplete ?? false}
          isReferred={Boolean(checkout.code)}
          wrong={checkout.posted ? [] : summary}
          mandateOfDebit={<BankMandate form={form} checkoutData={checkoutData} total={used.quote.total} />}
        >
          {isBusy ? null : beside?.(form)}
        </CheckoutSummary>
        {takesCard ? (
          <PayBar
            quote={used.quote}
            frequency={form.frequency}
            isBusy={isBusy}
            isFramed={checkout.embed !== undefined}
          />
        ) : null}
        <ChallengeDialog
          payment={payment}
          embed={checkout.embed}
          text={
            challenged
              ? t('give.challenge-text', {
                  amount: `\u2068${formatMoney(challenged, locale, { fractions: 'always' })}\u2069`,
                  campaign: `\u2068${campaign.title}\u2069`,
                })
              : ''
          }
        />
        <DuplicateDialog duplicate={used.duplicate} onClose={used.closeDuplicate} onRepeat={used.send} />
      </form>
    </KeepMounted>
  )
}
