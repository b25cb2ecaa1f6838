import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoney, money, type Money } from '#shared/money.ts'
import type { QuoteView } from '#modules/money/giving/contract-payment.ts'
import type { CardFields, PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { api, type ApiError } from '#web/lib/api.ts'
import { expectPurchase, identify, track } from '#web/lib/analytics.ts'
import { useFaultText, useLocale, useText } from '#web/lib/text.tsx'
import type { FormError } from '#web/ui/error-summary.tsx'
import type { AddressData } from '#web/features/platform/addresses/address-data.ts'
import { useSummary } from '#web/features/platform/addresses/summary.ts'
import type { SavedCard } from '../cards/card-text.ts'
import { browserInfo } from './browser-info.ts'
import { type FixedChoices, rememberChoices } from './checkout-preferences.ts'
import { usePageCardFields } from './form/payment-parts.tsx'
import { showFault } from './form/show-fault.ts'
import { useTipConfirmed } from './form/tip-block.tsx'
import { thanksTimeout, type DonateInput, donate, storeThanksRecord, type Paid, sessionId } from './pay.ts'
import { donatePayloadOf, quotePayloadOf } from './state/checkout-payload.ts'
import { methodOf, checkoutQuoteOf } from './state/checkout-quote.ts'
import type { CheckoutData, Form } from './state/checkout-state.ts'
import { checkCheckoutForm, controlOfDonationField, shownFault } from './state/checkout-validation.ts'
import { type Duplicate, findDuplicate } from './state/duplicate.ts'
import {
  donorOfSheet,
  type PaymentInstrument,
  errorPlaceOf,
  tokenLifetimeMs,
  type WalletPayment,
} from './state/payment-instrument.ts'
import { saveWords } from './save-words.ts'
import { markGiven } from './returning/history-mark.ts'
import { useCheckoutForm } from './returning/use-checkout-form.ts'
import { type EmbedRules, usePayment } from './use-payment.ts'

export type Checkout = {
  readonly checkoutData: CheckoutData
  readonly initial: Form
  readonly fixed: FixedChoices
  readonly campaign: {
    readonly slug: string
    readonly title: string
    readonly language: string
    readonly organizationName: string
    readonly organizationNameAr: string | null
    readonly legalName: string
    readonly registration: string
  }
  readonly payments: PublicConfiguration
  readonly cards: readonly SavedCard[]
  /** The mandate for saving the card; empty without an account. */
  readonly mandate: string
  readonly source: string | null
  /** The referral code of the link that the donor followed. */
  readonly code: string | null
  readonly redirectPath: string | null
  /** What the link presets, to tell links apart. */
  readonly presets: string
  readonly loginUrl: string
  /** The signed-in donor's id; empty for a guest. */
  readonly userId: string
  readonly addressData: AddressData
  /** Says that the fundraiser doesn't offer the frequency in the link; null if it does. */
  readonly missingFrequency: string | null
  readonly dailyUrl: string | null
  /** The result of a form submitted without JavaScript: error texts by control. */
  readonly posted: { readonly errors: Readonly<Record<string, string>>; readonly isComplete: boolean } | null
  /** Set if the form is in an iframe on another website. */
  readonly embed?: EmbedRules | undefined
}

/** Holds the state of the checkout form and runs everything from the click on Donate to the thank-you page. */
export function useCheckout(checkout: Checkout) {
  const { checkoutData, campaign, payments, embed } = checkout
  const t = useText()
  const locale = useLocale()
  const faultText = useFaultText()
  const { revalidate } = useRevalidator()
  const { form, set, guest, finish } = useCheckoutForm(checkout)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState(checkout.posted?.errors ?? {})
  const { ofFaults, ofTexts } = useSummary()
  const [summary, setSummary] = useState<readonly FormError[]>(() =>
    ofTexts(Object.entries(serverErrors).map(([id, text]) => ({ id, text }))),
  )
  const [duplicate, setDuplicate] = useState<Duplicate>()
  const card = usePageCardFields(payments, form.cardId === '')
  /** The last request; its intent is reused with another card while the quote is the same (nothing was charged). */
  const last = useRef<{
    readonly quoteHash: string
    readonly frequency?: Form['frequency']
    readonly intentId?: string | undefined
  }>({ quoteHash: '' })
  const bankFields = useRef<CardFields | undefined>(undefined)
  const lastInstrument = useRef<PaymentInstrument | undefined>(undefined)
  const payment = usePayment({
    subject: campaign.slug,
    payments,
    isTooSmall: embed?.isTooSmall,
    onPaid: (paid, words) => void handlePaid(paid, words),
    onPending: (record) => {
      finish()
      storeThanksRecord({ ...record, isPending: true })
      track('bank-debit-started', { method: 'ach', frequency: 'once' })
      openThanks(record.intentId)
    },
    onRefused,
    onSendFailed: () => showErrors([{ id: errorPlaceOf(lastInstrument.current), text: t('give.exception') }]),
  })

  const faults = checkCheckoutForm(form, checkoutData, { taxAddress: 'later' })
  const quote = checkoutQuoteOf(form, checkoutData)
  const [isTipConfirmed, onConfirmTip] = useTipConfirmed(quote.tip.amount, quote.gift.amount)
  const show = (amount: Money) => formatMoney(amount, locale, { fractions: 'always' })
  const progress = { isSubmitted, hasLeft: (id: string) => touched.has(id) }
  const errorOf = (id: string): string | undefined =>
    serverErrors[id] ?? faultText(shownFault(id, form, faults, progress))

  useEffect(() => {
    track('checkout-started')
    if (checkoutData.isSignedIn) identify()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per page
  }, [])

  useEffect(() => {
    const [first] = summary
    if (first && checkout.posted === null) showFault(first.id)
  }, [summary, checkout.posted])

  const isChallenged = payment.stage.kind === 'challenge'
  useEffect(() => {
    if (!embed || !isChallenged) return
    embed.onChallenge(true)
    return () => embed.onChallenge(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions change with each render
  }, [isChallenged])

  /** Returns the errors that prevent payment. `sheetSays`: fields that the wallet provides. */
  function findErrors(sheetSays: readonly string[] = []): FormError[] {
    const wrong = ofFaults(faults).filter(({ id }) => !sheetSays.includes(id))
    if (quote.tip.amount > quote.gift.amount && !isTipConfirmed)
      wrong.push({ id: 'tip-large', text: t('give.tip-large') })
    const blocked = wrong.length === 0 ? embed?.blockedReason() : undefined
    if (blocked !== undefined) wrong.push({ id: 'total', text: blocked })
    return wrong
  }

  /** Submits the form. `repeatOf`: the earlier payment or plan that the donor confirmed to repeat. */
  function send(repeatOf?: string) {
    const instrument = lastInstrument.current
    // An unused wallet token can pay now, without opening the sheet again.
    if (repeatOf !== undefined && instrument?.sheet) {
      if (Date.now() < (instrument.expiresAt ?? 0)) return void pay(instrument, repeatOf)
      return void showErrors([{ id: 'wallets', text: t('give.wallet-again') }])
    }
    setSubmitted(true)
    setServerErrors({})
    const wrong = findErrors()
    setSummary(wrong)
    if (wrong.length > 0) return
    const method = methodOf(form, checkoutData)
    const isBank = method === 'ach'
    const fields = isBank ? bankFields : card.fields
    const typed = () => fields.current?.tokenise() ?? Promise.resolve({ message: t('give.exception') })
    void pay({ method, tokenise: () => (isBank || form.cardId === '' ? typed() : undefined) }, repeatOf)
  }

  async function pay(instrument: PaymentInstrument, repeatOf?: string) {
    const { sheet } = instrument
    lastInstrument.current = instrument
    let hasToken = false
    const tokenise = () => {
      hasToken = true
      return instrument.tokenise()
    }
    await payment.submit(async (begin) => {
      // Creating the token ends the wallet's sheet, so the price is compared first.
      const [quoted, early] = await Promise.all([
        sheet?.quoted ?? api('POST /v4/quotes', quotePayloadOf(form, checkoutData)),
        sheet ? undefined : tokenise(),
      ])
      if (hasOtherTotal(quoted)) {
        sheet?.fail()
        return showNewTotal(quoted)
      }
      const typed = sheet ? await tokenise() : early
      if (typed && 'message' in typed) return showErrors([{ id: errorPlaceOf(instrument), text: typed.message }])
      const { quoteHash } = quoted
      const { frequency } = form
      const isSame = last.current.quoteHash === quoteHash && last.current.frequency === frequency
      const intentId = isSame ? last.current.intentId : undefined
      last.current = { quoteHash, frequency, intentId }
      const input = donatePayloadOf({ ...form, ...instrument.donor }, checkoutData, {
        method: instrument.method,
        token: typed?.token,
        quoteHash,
        userId: checkout.userId,
        intentId,
        repeatOf,
        source: checkout.source,
        code: checkout.code,
        browserInfo: browserInfo(),
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      })
      rememberChoices(form, checkoutData, quote.gift)
      return donate(input as DonateInput, { key: begin(form.words), sessionId: sessionId() })
    })
    if (!hasToken) sheet?.fail()
  }

  const hasOtherTotal = ({ total }: QuoteView): boolean => total !== Number(quote.total.amount)

  /** Shows the new total and keeps what was typed; submitting again accepts the total. */
  function showNewTotal({ total }: QuoteView): undefined {
    void revalidate()
    const amount = show(money(BigInt(total), checkoutData.currency))
    return showErrors([{ id: 'total', text: t('give.quote-changed', { amount }) }])
  }

  const wallet: WalletPayment = {
    validate: (known) => {
      setServerErrors({})
      const wrong = findErrors(['email', 'name'])
      setTouched(new Set([...touched, ...wrong.map(({ id }) => id)]))
      setSummary(wrong)
      if (wrong.length > 0) return false
      if (known && hasOtherTotal(known)) showNewTotal(known)
      return !known || !hasOtherTotal(known)
    },
    pay: (sheet, quoted) => {
      const donor = donorOfSheet(form, sheet)
      const missing = ofFaults(checkCheckoutForm({ ...form, ...donor }, checkoutData)).filter(
        ({ id }) => id === 'email' || id === 'name',
      )
      if (missing.length > 0) {
        sheet.fail('invalid_payment_data')
        return void showErrors(missing)
      }
      let token: ReturnType<typeof sheet.createToken> | undefined
      void pay({
        method: sheet.wallet,
        tokenise: () => (token ??= sheet.createToken()),
        donor,
        sheet: { quoted, fail: () => sheet.fail('fail') },
        expiresAt: Date.now() + tokenLifetimeMs,
      })
    },
  }

  function showErrors(wrong: readonly FormError[]): undefined {
    setServerErrors(Object.fromEntries(wrong.map(({ id, text }) => [id, text])))
    setSummary(ofTexts(wrong))
  }

  function onRefused(refusal: ApiError) {
    const duplicated = findDuplicate(refusal)
    if (duplicated) return setDuplicate(duplicated)
    if (refusal.code === 'quote-changed') void revalidate()
    last.current = {
      ...last.current,
      intentId: refusal.body.canTryAgain === true ? String(refusal.body.intentId) : undefined,
    }
    const fields = Object.entries(refusal.fields).map(([field, text]) => ({ id: controlOfDonationField(field), text }))
    const text = refusal.message || t('give.exception')
    showErrors(fields.length > 0 ? fields : [{ id: errorPlaceOf(lastInstrument.current), text }])
  }

  async function handlePaid(paid: Paid, words: string) {
    finish()
    storeThanksRecord(paid)
    expectPurchase(paid.intentId, { method: lastInstrument.current?.method, frequency: form.frequency })
    await Promise.race([saveWords(words, paid, checkoutData.campaignId), thanksTimeout()])
    openThanks(paid.intentId)
  }

  function openThanks(intentId: string) {
    if (embed) return embed.onPaid()
    markGiven(intentId)
    location.assign(checkout.redirectPath ?? `/thankyou/${encodeURIComponent(campaign.slug)}`)
  }
  return {
    form,
    set,
    guest,
    errorOf,
    onBlur: (id: string) => setTouched(new Set([...touched, id])),
    summary,
    quote,
    card,
    bankFields,
    payment,
    isTipConfirmed,
    onConfirmTip,
    duplicate,
    closeDuplicate: () => setDuplicate(undefined),
    send,
    wallet,
  }
}
