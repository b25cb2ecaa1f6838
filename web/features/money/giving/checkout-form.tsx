import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoney, money, type Money, parseMajor } from '#shared/money.ts'
import { mayHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { isTipPercent } from '#modules/money/giving/rules/tip.ts'
import { charityName } from '../../causes/campaigns/charity-name.ts'
import { api, type Refused } from '../../../lib/api.ts'
import { expectPurchase, identify, track } from '../../../lib/analytics.ts'
import { recall, remember } from '../../../lib/storage.ts'
import { useFaultText, useLocale, useText } from '../../../lib/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorSummary, type Wrong } from '../../../ui/error-summary.tsx'
import type { AddressFacts } from '../../platform/addresses/address-facts.ts'
import { useSummary } from '../../platform/addresses/summary.ts'
import type { SavedCard } from '../cards/card-words.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import {
  change,
  type CheckoutFacts,
  checkForm,
  controlOf,
  faultOnLeaving,
  type Form,
  payloadOf,
  pieceOf,
  quoteOf,
  tipOfForm,
  wholeOf,
} from './checkout-state.ts'
import { DonorBlock } from './form/donor-block.tsx'
import { GiftBlock } from './form/gift-block.tsx'
import { type DonateInput, give, atMost, keepThanks, type Paid, sessionId } from './pay.ts'
import { CardSection, ChallengeDialog, Kept, useOwnCardFields } from './form/payment-parts.tsx'
import { useTipConfirmed } from './form/tip-block.tsx'
import { TotalLines } from './form/total-lines.tsx'
import { browserInfo, usePayment } from './use-payment.ts'

export type Checkout = {
  readonly facts: CheckoutFacts
  readonly initial: Form
  /** What a link asked for, and what the donor told their account, wins over what this browser remembers. */
  readonly fixed: {
    readonly amount: boolean
    readonly tip: boolean
    readonly anonymous: boolean
    readonly newsletter: boolean
  }
  readonly campaign: {
    readonly slug: string
    readonly title: string
    readonly language: string
    readonly organizationName: string
    readonly organizationNameAr: string | null
  }
  readonly payments: PublicConfiguration
  readonly cards: readonly SavedCard[]
  /** What a donor agrees to who wants the card kept; empty for whoever has no account to keep it in. */
  readonly mandate: string
  readonly source: string | null
  /** The referral code of the link the donor came by. */
  readonly code: string | null
  readonly redirectPath: string | null
  readonly loginUrl: string
  /** Who is signed in; empty: nobody. */
  readonly userId: string
  readonly addressFacts: AddressFacts
  readonly isRecurringAsked: boolean
  /** What a form without scripts was told: sentences by control. */
  readonly posted: { readonly errors: Readonly<Record<string, string>>; readonly isComplete: boolean } | null
}

export function CheckoutForm({
  checkout,
  beside,
}: {
  readonly checkout: Checkout
  readonly beside?: (form: Form) => ReactNode
}) {
  const { facts, campaign, payments } = checkout
  const t = useText()
  const locale = useLocale()
  const faultText = useFaultText()
  const { revalidate } = useRevalidator()
  const [form, set] = useReducer(change, checkout.initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState(checkout.posted?.errors ?? {})
  const { ofFaults, ofTexts } = useSummary()
  const [summary, setSummary] = useState<readonly Wrong[]>(() =>
    ofTexts(Object.entries(serverErrors).map(([id, text]) => ({ id, text }))),
  )
  const [duplicate, setDuplicate] = useState<{ readonly intentId: string; readonly isConfirming: boolean }>()
  const card = useOwnCardFields(payments, form.cardId === '')
  /**
   * What was sent last, and the payment that goes on with another card while the same is asked for: nothing was charged
   * for it.
   */
  const last = useRef<{ readonly quoteHash: string; readonly intentId?: string | undefined }>({ quoteHash: '' })

  const payment = usePayment({
    subject: campaign.slug,
    payments,
    onPaid: (paid, words) => void arrive(paid, words),
    onRefused,
    onBroken: () => refuse([{ id: 'card', text: t('give.exception') }]),
  })
  const { stage } = payment

  const faults = checkForm(form, facts)
  const quote = quoteOf(form, facts)
  const [isTipConfirmed, onConfirmTip] = useTipConfirmed(quote.tip.amount, quote.gift.amount)
  const show = (amount: Money) => formatMoney(amount, locale, { fractions: 'always' })
  const total = show(quote.total)
  const errorOf = (id: string): string | undefined =>
    serverErrors[id] ??
    (isSubmitted ? faultText(faults[id]) : touched.has(id) ? faultText(faultOnLeaving(id, form, faults)) : undefined)
  useEffect(() => {
    track('checkout-started')
    if (facts.isSignedIn) identify()
    const amount = recall('donationAmount')
    if (!checkout.fixed.amount && form.levelId === '' && amount?.currency === facts.currency)
      set({ field: 'amount', value: amount.amount })
    const preferences = recall('checkoutPreferences')
    if (preferences) {
      if (!checkout.fixed.anonymous) set({ field: 'isAnonymous', value: preferences.anonymous })
      if (!checkout.fixed.newsletter) set({ field: 'newsletter', value: preferences.newsletter })
      if (!checkout.fixed.tip && isTipPercent(preferences.tipChoice))
        set({ field: 'tipOffered', value: { choice: preferences.tipChoice, typed: '0' } })
    }
    const tip = recall('donationTip')
    if (!checkout.fixed.tip && preferences?.tipChoice === 'other' && tip?.currency === facts.currency) {
      set({ field: 'tipOffered', value: { choice: 'other', typed: tip.amount } })
    }
    const receipt = recall('userTaxDeductiblePreference')
    if (receipt === false) set({ field: 'taxReceipt', value: false })
    const saved = recall('savedCard')
    if (checkout.cards.some(({ id, expiry }) => id === saved && expiry !== 'expired'))
      set({ field: 'cardId', value: saved! })
    // Once, when the page has come alive: what the browser remembers.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  /** `repeatOf`: the payment that the donor was asked about and means to repeat. */
  function send(repeatOf?: string) {
    setSubmitted(true)
    setServerErrors({})
    const wrong = ofFaults(faults)
    if (quote.tip.amount > quote.gift.amount && !isTipConfirmed)
      wrong.push({ id: 'tip-large', text: t('give.tip-large') })
    setSummary(wrong)
    if (wrong.length > 0) return
    void payment.press(async (begin) => {
      const [typed, quoted] = await Promise.all([
        form.cardId === '' ? (card.fields.current?.tokenise() ?? { message: t('give.exception') }) : undefined,
        api('POST /v4/quotes', {
          campaignId: facts.campaignId,
          amount: Number(pieceOf(form, facts).amount),
          currency: facts.currency,
          tip: Number(tipOfForm(form, facts).amount),
          zakat: form.isZakat,
          maximizeZakat: form.isZakat && form.maximizeZakat,
          giftAid: form.giftAid,
          taxReceipt: form.taxReceipt,
          quantity: form.quantity,
          ...(form.levelId ? { levelId: form.levelId } : {}),
        }),
      ])
      if (typed && 'message' in typed) return refuse([{ id: 'card', text: typed.message }])
      if (quoted.total !== Number(quote.total.amount)) {
        // What it is made of is shown anew, with everything that was typed: the next press agrees to that.
        void revalidate()
        return refuse([
          { id: 'total', text: t('give.quote-changed', { amount: show(money(BigInt(quoted.total), facts.currency)) }) },
        ])
      }
      const { quoteHash } = quoted
      const intentId = last.current.quoteHash === quoteHash ? last.current.intentId : undefined
      last.current = { quoteHash, intentId }
      const input = payloadOf(form, facts, {
        token: typed?.token,
        quoteHash,
        userId: checkout.userId,
        intentId,
        repeatOf,
        source: checkout.source,
        code: checkout.code,
        browserInfo: browserInfo(),
      })
      rememberChoices()
      return give(input as DonateInput, { key: begin(form.words), sessionId: sessionId() })
    })
  }

  function refuse(wrong: readonly Wrong[]): undefined {
    setServerErrors(Object.fromEntries(wrong.map(({ id, text }) => [id, text])))
    setSummary(ofTexts(wrong))
  }

  function onRefused(refusal: Refused) {
    if (refusal.code === 'duplicate-donation')
      return setDuplicate({
        intentId: String(refusal.body.duplicateOf),
        isConfirming: refusal.body.isConfirming === true,
      })
    if (refusal.code === 'quote-changed') void revalidate()
    last.current = {
      ...last.current,
      intentId: refusal.body.mayTryAgain === true ? String(refusal.body.intentId) : undefined,
    }
    const fields = Object.entries(refusal.fields).map(([field, text]) => ({ id: controlOf(field), text }))
    refuse(fields.length > 0 ? fields : [{ id: 'card', text: refusal.message || t('give.exception') }])
  }

  /** For the next gift; of what is pressed, for a page that was loaded anew since knows it no more. */
  function rememberChoices() {
    remember(
      'donationAmount',
      form.levelId === '' ? { amount: wholeOf(quote.gift), currency: facts.currency } : undefined,
    )
    // That zakat has no tip of its own accord says nothing of the next gift.
    const tip = form.isTipChosen ? { choice: form.tipChoice, typed: form.tipTyped } : form.tipOffered
    remember('checkoutPreferences', { anonymous: form.isAnonymous, newsletter: form.newsletter, tipChoice: tip.choice })
    remember('donationTip', tip.choice === 'other' ? { amount: tip.typed, currency: facts.currency } : undefined)
    remember('savedCard', form.cardId || undefined)
    if (mayHaveTaxReceipt(facts.country, facts)) remember('userTaxDeductiblePreference', form.taxReceipt)
  }

  async function arrive(paid: Paid, words: string) {
    keepThanks(paid)
    expectPurchase(paid.intentId)
    await Promise.race([say(words, paid), atMost()])
    location.assign(checkout.redirectPath ?? `/thankyou/${encodeURIComponent(campaign.slug)}`)
  }

  /** S2 §8: words that cannot be saved are logged; the gift stands. */
  async function say(words: string, paid: Paid) {
    if (words.trim() === '') return
    try {
      const { sayWords } = await import('./say-words.ts')
      await sayWords(paid, facts.campaignId, words)
    } catch (error) {
      console.warn('the words of support could not be saved', error)
    }
  }

  const pageTitle = t('give.title', { campaign: campaign.title })
  // The page has no title of its own: a browser shows the first of two.
  const title = <title>{summary.length > 0 ? t('shell.title-problem', { title: pageTitle }) : pageTitle}</title>
  const isBusy = stage.kind !== 'form'
  // A payment that was begun before may be of another amount than the form holds by now.
  const challenged = stage.kind === 'challenge' ? parseMajor(stage.challenge.amount, facts.currency) : undefined
  return (
    <Kept stage={stage}>
      <form
        method="post"
        className="checkout"
        noValidate
        aria-label={t('give.your-gift')}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {title}
        <div className="stack-lg">
          <ErrorSummary title={t('shell.problem')} wrong={summary} />
          {payment.notice ? (
            <p className="notice" role="status">
              {payment.notice}
            </p>
          ) : null}
          {checkout.isRecurringAsked ? <p className="notice">{t('give.recurring-later')}</p> : null}
          <GiftBlock
            form={form}
            facts={facts}
            set={set}
            errorOf={errorOf}
            isTipConfirmed={isTipConfirmed}
            onConfirmTip={onConfirmTip}
          />
          <DonorBlock
            form={form}
            facts={facts}
            set={set}
            errorOf={errorOf}
            onBlur={(id) => setTouched(new Set([...touched, id]))}
            loginUrl={checkout.loginUrl}
            addressFacts={checkout.addressFacts}
          />
          <CardSection
            card={card}
            cards={checkout.cards}
            cardId={form.cardId}
            onChoose={(value) => set({ field: 'cardId', value })}
            mandate={checkout.mandate}
            saveCard={form.saveCard}
            onSave={(value) => set({ field: 'saveCard', value })}
            error={errorOf('card')}
            isPosted={checkout.posted !== null}
          />
        </div>
        <aside className="checkout-summary card">
          <div className="card-in stack">
            <p className="quiet small">{t('give.to')}</p>
            <p className="strong" lang={campaign.language} dir="auto">
              {campaign.title}
            </p>
            <p className="quiet small">
              {t('give.goes-to', { organization: `\u2068${charityName(campaign, locale)}\u2069` })}
            </p>
            {checkout.posted?.isComplete ? <p className="notice">{t('give.checked')}</p> : null}
            <TotalLines quote={quote} />
            <div id="total" tabIndex={-1}>
              <Button type="submit" isWide isBusy={isBusy}>
                {quote.gift.amount > 0n ? t('give.button', { amount: `\u2068${total}\u2069` }) : t('give.enter-amount')}
              </Button>
            </div>
            {isBusy ? null : beside?.(form)}
            <p className="quiet small">{t('give.secure')}</p>
            {checkout.code ? <p className="quiet small">{t('give.referred')}</p> : null}
            <p className="small" role="status">
              {payment.isSlow ? t('give.do-not-close') : ''}
            </p>
          </div>
        </aside>
        <ChallengeDialog
          payment={payment}
          text={
            challenged
              ? t('give.challenge-text', {
                  amount: `\u2068${show(challenged)}\u2069`,
                  campaign: `\u2068${campaign.title}\u2069`,
                })
              : ''
          }
        />
        <Dialog
          isOpen={duplicate !== undefined}
          title={t('give.again-title')}
          closeLabel={t('shell.close')}
          onClose={() => setDuplicate(undefined)}
        >
          <div className="stack">
            <p>{t(duplicate?.isConfirming ? 'give.again-confirming' : 'give.again-text')}</p>
            <div className="columns">
              <Button look="quiet" type="button" onClick={() => setDuplicate(undefined)}>
                {t('give.again-no')}
              </Button>
              <Button
                type="button"
                onClick={() => {
                  setDuplicate(undefined)
                  send(duplicate?.intentId)
                }}
              >
                {t('give.again-yes')}
              </Button>
            </div>
          </div>
        </Dialog>
      </form>
    </Kept>
  )
}
