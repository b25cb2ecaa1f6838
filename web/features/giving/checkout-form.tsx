import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { formatMoney, money } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { api, Refused } from '../../lib/api.ts'
import { identify, track, trackPurchase } from '../../lib/analytics.ts'
import { recall, remember } from '../../lib/storage.ts'
import { useFaultText, useFrame, useLocale, useText } from '../../lib/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary, type Wrong } from '../../ui/error-summary.tsx'
import type { AddressFacts } from '../addresses/address-facts.ts'
import { CardChoice, KeepCard } from '../cards/card-choice.tsx'
import type { SavedCard } from '../cards/card-words.ts'
import { answerChallenge } from '../payments/card-fields.ts'
import { useCardFields } from '../payments/use-card-fields.ts'
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
  type TipChoice,
  wholeOf,
} from './checkout-state.ts'
import { DonorBlock } from './donor-block.tsx'
import { GiftBlock } from './gift-block.tsx'
import {
  type Challenge,
  type DonateInput,
  type Ending,
  finishChallenge,
  give,
  giftOfPress,
  keepPress,
  keepThanks,
  keptPress,
  resume,
  sessionId,
  world,
} from './pay.ts'
import { TotalLines } from './total-lines.tsx'

export type Checkout = {
  readonly facts: CheckoutFacts
  readonly initial: Form
  /** What a link asked for wins over what this browser remembers. */
  readonly fixed: { readonly amount: boolean; readonly tip: boolean }
  readonly campaign: { readonly slug: string; readonly title: string; readonly language: string; readonly organizationName: string }
  readonly payments: { readonly provider: 'sandbox' | 'stripe'; readonly publishableKey: string; readonly origin: string }
  readonly cards: readonly SavedCard[]
  /** What a donor agrees to who wants the card kept; empty for whoever has no account to keep it in. */
  readonly mandate: string
  readonly source: string | null
  readonly redirectPath: string | null
  readonly returnedIntentId: string | null
  readonly loginUrl: string
  readonly addressFacts: AddressFacts
  readonly isRecurringAsked: boolean
  /** What a form without scripts was told: sentences by control. */
  readonly posted: { readonly errors: Readonly<Record<string, string>>; readonly isComplete: boolean } | null
}

type Stage =
  | { readonly kind: 'form' }
  | { readonly kind: 'paying' }
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  | { readonly kind: 'confirming'; readonly intentId: string; readonly token: string }

export function CheckoutForm({ checkout, beside }: { readonly checkout: Checkout; readonly beside?: (form: Form) => ReactNode }) {
  const { facts, campaign, payments } = checkout
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const faultText = useFaultText()
  const [form, set] = useReducer(change, checkout.initial)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const [serverErrors, setServerErrors] = useState<Readonly<Record<string, string>>>(checkout.posted?.errors ?? {})
  const [summary, setSummary] = useState<readonly Wrong[]>(Object.entries(checkout.posted?.errors ?? {}).map(([id, text]) => ({ id, text })))
  const [stage, setStage] = useState<Stage>({ kind: 'form' })
  const [notice, setNotice] = useState('')
  const [isSlow, setSlow] = useState(false)
  const [isTipConfirmed, setTipConfirmed] = useState(false)
  const [isAgainAsked, setAgainAsked] = useState(false)
  const [isStopAsked, setStopAsked] = useState(false)
  const card = useCardFields(
    { ...payments, locale, theme: frame?.theme ?? 'auto', title: t('give.card-frame'), failed: t('give.exception') },
    form.cardId === '',
  )
  const intentId = useRef<string | undefined>(undefined)
  const isPressed = useRef(false)

  const faults = checkForm(form, facts)
  const quote = quoteOf(form, facts)
  const total = formatMoney(quote.total, locale, { fractions: 'always' })
  const errorOf = (id: string): string | undefined =>
    serverErrors[id] ?? (isSubmitted ? sentence(faults[id]) : touched.has(id) ? sentence(faultOnLeaving(id, form, faults)) : undefined)
  /** The wire's amounts in a fault are minor units; people read money. */
  function sentence(fault: Fault | undefined): string | undefined {
    return faultText(fault)
  }

  useEffect(() => {
    track('checkout-started')
    if (facts.isSignedIn) identify()
    const amount = recall('donationAmount')
    if (!checkout.fixed.amount && form.levelId === '' && amount?.currency === facts.currency) set({ field: 'amount', value: amount.amount })
    const preferences = recall('checkoutPreferences')
    if (preferences) {
      set({ field: 'anonymous', value: preferences.anonymous })
      set({ field: 'newsletter', value: preferences.newsletter })
      if (!checkout.fixed.tip && ['0', '5', '10', '16'].includes(preferences.tipChoice)) set({ field: 'tipChoice', value: preferences.tipChoice as TipChoice })
    }
    const receipt = recall('userTaxDeductiblePreference')
    if (receipt === false) set({ field: 'taxReceipt', value: false })
    const saved = recall('savedCard')
    if (checkout.cards.some(({ id, expiry }) => id === saved && expiry !== 'expired')) set({ field: 'cardId', value: saved! })
    void takeUp()
    // Once, when the page has come alive: what the browser remembers, and a payment that was begun here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  useEffect(() => {
    if (stage.kind !== 'paying') return
    const timer = setTimeout(() => setSlow(true), 4000)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [stage.kind])

  useEffect(() => {
    if (stage.kind !== 'confirming') return
    let isGone = false
    void (async () => {
      for (let wait = 1500; !isGone; wait = Math.min(wait * 1.5, 15_000)) {
        await world.sleep(wait)
        const ending = await resume(stage)
        if (isGone || ending?.kind === 'confirming') continue
        return end(
          ending ?? { kind: 'refused', refusal: new Refused('validation', 402, { code: 'payment-declined', message: t('give.exception') }), isFinal: true },
        )
      }
    })()
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage.kind])

  useEffect(() => {
    if (stage.kind !== 'challenge') return
    function listen(event: MessageEvent<{ sunbul?: string; type?: string }>) {
      if (event.origin === payments.origin && event.data?.sunbul === '3ds' && event.data.type === 'finished' && stage.kind === 'challenge')
        void afterChallenge(stage.challenge)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stage])

  /** A reload, the back button, the bank's own page: whatever was begun here is asked about before anything can be paid again. */
  async function takeUp() {
    const press = keptPress(campaign.slug)
    if (!press) return
    setStage({ kind: 'paying' })
    const begun = press.intentId && press.token ? { intentId: press.intentId, token: press.token } : await giftOfPress(press.key)
    const ending = begun ? await resume(begun) : undefined
    if (!ending) {
      keepPress(undefined)
      setStage({ kind: 'form' })
      return
    }
    setNotice(t('give.resumed'))
    end(ending)
  }

  async function press(giveAgain = false) {
    if (isPressed.current) return
    setSubmitted(true)
    setNotice('')
    setServerErrors({})
    const wrong = Object.entries(faults).map(([id, fault]) => ({ id, text: sentence(fault) ?? '' }))
    if (tipOfForm(form, facts).amount > quote.gift.amount && !isTipConfirmed) wrong.push({ id: 'tip-large', text: t('give.tip-large') })
    // One sentence for several fields is said once, and leads to the first of them.
    setSummary(wrong.filter(({ text }, at) => wrong.findIndex((each) => each.text === text) === at))
    if (wrong.length > 0) return
    isPressed.current = true
    setStage({ kind: 'paying' })
    try {
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
      if (quoted.total !== Number(quote.total.amount))
        return refuse([
          { id: 'total', text: t('give.quote-changed', { amount: formatMoney(money(BigInt(quoted.total), facts.currency), locale, { fractions: 'always' }) }) },
        ])
      const kept = { key: crypto.randomUUID(), slug: campaign.slug }
      keepPress(kept)
      const input = payloadOf(form, facts, {
        token: typed?.token.id,
        quoteHash: quoted.quoteHash,
        intentId: intentId.current,
        giveAgain,
        source: checkout.source,
        browserInfo: browserInfo(),
      })
      end(await give(input as DonateInput, { key: kept.key, sessionId: sessionId() }))
    } catch (error) {
      if (error instanceof Refused) return end({ kind: 'refused', refusal: error, isFinal: true })
      console.error('the gift could not be sent', error)
      refuse([{ id: 'card', text: t('give.exception') }])
    } finally {
      isPressed.current = false
    }
  }

  function refuse(wrong: readonly Wrong[]) {
    setServerErrors(Object.fromEntries(wrong.map(({ id, text }) => [id, text])))
    setSummary(wrong)
    setStage({ kind: 'form' })
  }

  function end(ending: Ending) {
    switch (ending.kind) {
      case 'paid':
        return void arrive(ending.paid)
      case 'confirming':
        keepPress({ key: keptPress(campaign.slug)?.key ?? '', slug: campaign.slug, intentId: ending.intentId, token: ending.token })
        return setStage(ending)
      case 'challenge':
        keepPress({ key: keptPress(campaign.slug)?.key ?? '', slug: campaign.slug, intentId: ending.challenge.intentId, token: ending.challenge.token })
        setStage(ending)
        void answerChallenge({ ...payments, locale }, ending.challenge.clientSecret).then((isDone) => {
          if (isDone) void afterChallenge(ending.challenge)
        })
        return
      case 'refused': {
        const { refusal } = ending
        if (ending.isFinal) keepPress(undefined)
        track('checkout-failed', { code: refusal.code })
        if (refusal.code === 'same-gift-again') {
          setStage({ kind: 'form' })
          return setAgainAsked(true)
        }
        intentId.current = refusal.body.mayTryAgain === true ? String(refusal.body.intentId) : undefined
        const fields = Object.entries(refusal.fields).map(([field, text]) => ({ id: controlOf(field), text }))
        return refuse(
          fields.length > 0 ? fields : [{ id: 'card', text: refusal.code === 'quote-changed' ? refusal.message : refusal.message || t('give.exception') }],
        )
      }
    }
  }

  async function afterChallenge(challenge: Challenge) {
    setStopAsked(false)
    setStage({ kind: 'paying' })
    end(await finishChallenge(challenge))
  }

  async function arrive(paid: Extract<Ending, { kind: 'paid' }>['paid']) {
    keepPress(undefined)
    keepThanks({ intentId: paid.intentId, token: paid.token, ...(paid.guest ? { guest: { id: paid.guest.id, token: paid.guest.token } } : {}) })
    remember('donationAmount', form.levelId === '' ? { amount: wholeOf(quote.gift), currency: facts.currency } : undefined)
    remember('checkoutPreferences', { anonymous: form.anonymous, newsletter: form.newsletter, tipChoice: form.tipChoice })
    remember('savedCard', form.cardId || undefined)
    if (facts.taxReceiptCountries.length > 0) remember('userTaxDeductiblePreference', form.taxReceipt)
    trackPurchase({ id: paid.id, currency: paid.currency, amount: paid.amount, isZakat: form.isZakat })
    await sayWords(paid)
    location.assign(checkout.redirectPath ?? `/thankyou/${encodeURIComponent(campaign.slug)}`)
  }

  /** S2 §8: words that cannot be saved are logged; the gift stands. */
  async function sayWords(paid: Extract<Ending, { kind: 'paid' }>['paid']) {
    const words = form.words.trim()
    if (words === '') return
    try {
      const userId = paid.guest?.id ?? (await api('GET /v4/me', {})).userId ?? undefined
      await api(
        'POST /v4/donations/comment',
        {
          userId,
          campaignId: facts.campaignId,
          donationId: paid.id,
          comment: words,
          userDisplayName: form.customName.trim(),
          userDisplayLocation: form.location.trim(),
        },
        paid.guest ? { headers: { authorization: `Bearer ${paid.guest.token}` } } : {},
      )
    } catch (error) {
      console.warn('the words of support could not be saved', error)
    }
  }

  if (stage.kind === 'confirming')
    return (
      <div className="empty" role="status">
        <h2>{t('give.confirming')}</h2>
        <p className="quiet">{t('give.confirming-text')}</p>
      </div>
    )
  const isBusy = stage.kind !== 'form'
  return (
    <form
      method="post"
      className="checkout"
      noValidate
      aria-label={t('give.your-gift')}
      onSubmit={(event) => {
        event.preventDefault()
        void press()
      }}
    >
      {summary.length > 0 ? <title>{t('shell.title-problem', { title: t('give.title', { campaign: campaign.title }) })}</title> : null}
      <div className="stack-lg">
        <ErrorSummary title={t('shell.problem')} wrong={summary} />
        {notice ? (
          <p className="notice" role="status">
            {notice}
          </p>
        ) : null}
        {checkout.isRecurringAsked ? <p className="notice">{t('give.recurring-later')}</p> : null}
        <GiftBlock
          form={form}
          facts={facts}
          set={set}
          errorOf={errorOf}
          isTipConfirmed={isTipConfirmed}
          onConfirmTip={() => setTipConfirmed(!isTipConfirmed)}
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
        <section className="stack" aria-labelledby="payment">
          <h2 id="payment">{t('give.payment')}</h2>
          {errorOf('card') ? <p className="error-text">{errorOf('card')}</p> : null}
          <div id="card" tabIndex={-1} className="stack">
            {checkout.cards.length > 0 ? (
              <CardChoice cards={checkout.cards} chosen={form.cardId} onChoose={(value) => set({ field: 'cardId', value })} />
            ) : null}
            <div hidden={form.cardId !== ''}>
              <div className="card-place" ref={card.place} />
              {card.state === 'loading' ? <p className="quiet small no-script-hidden">{t('give.card-loading')}</p> : null}
              {card.state === 'failed' ? <p className="error-text">{t('give.exception')}</p> : null}
              {checkout.mandate ? (
                <KeepCard mandate={checkout.mandate} checked={form.saveCard} onChange={(value) => set({ field: 'saveCard', value })} />
              ) : null}
            </div>
          </div>
          {checkout.posted ? (
            <p className="notice">{t('give.no-script')}</p>
          ) : (
            <noscript>
              <p className="notice">{t('give.no-script')}</p>
            </noscript>
          )}
        </section>
      </div>
      <aside className="checkout-summary card">
        <div className="card-in stack">
          <p className="quiet small">{t('give.to')}</p>
          <p className="strong" lang={campaign.language} dir="auto">
            {campaign.title}
          </p>
          <p className="quiet small">{t('give.goes-to', { organization: `\u2068${campaign.organizationName}\u2069` })}</p>
          {checkout.posted?.isComplete ? <p className="notice">{t('give.checked')}</p> : null}
          <TotalLines quote={quote} />
          <div id="total" tabIndex={-1}>
            <Button type="submit" isWide isBusy={isBusy}>
              {quote.gift.amount > 0n ? t('give.button', { amount: `\u2068${total}\u2069` }) : t('give.enter-amount')}
            </Button>
          </div>
          {isBusy ? null : beside?.(form)}
          <p className="quiet small">{t('give.secure')}</p>
          <p className="small" role="status">
            {isSlow ? t('give.do-not-close') : ''}
          </p>
        </div>
      </aside>
      <Dialog isOpen={stage.kind === 'challenge'} title={t('give.challenge-title')} closeLabel={t('shell.close')} onClose={() => setStopAsked(true)}>
        <div className="stack">
          <p className="strong">{t('give.challenge-text', { amount: `\u2068${total}\u2069`, campaign: `\u2068${campaign.title}\u2069` })}</p>
          {isStopAsked && stage.kind === 'challenge' ? (
            <div className="notice stack" role="alert">
              <p>{t('give.stop-question')}</p>
              <div className="two">
                <Button look="quiet" type="button" onClick={() => setStopAsked(false)}>
                  {t('give.stop-no')}
                </Button>
                <Button
                  look="danger"
                  type="button"
                  onClick={() => {
                    keepPress(undefined)
                    setStopAsked(false)
                    setStage({ kind: 'form' })
                  }}
                >
                  {t('give.stop-yes')}
                </Button>
              </div>
            </div>
          ) : null}
          {stage.kind === 'challenge' && stage.challenge.url ? (
            <iframe className="challenge-frame" title={t('give.challenge-title')} src={`${stage.challenge.url}${locale === 'ar' ? '?locale=ar' : ''}`} />
          ) : null}
        </div>
      </Dialog>
      <Dialog isOpen={isAgainAsked} title={t('give.again-title')} closeLabel={t('shell.close')} onClose={() => setAgainAsked(false)}>
        <div className="stack">
          <p>{t('give.again-text')}</p>
          <div className="two">
            <Button look="quiet" type="button" onClick={() => setAgainAsked(false)}>
              {t('give.again-no')}
            </Button>
            <Button
              type="button"
              onClick={() => {
                setAgainAsked(false)
                void press(true)
              }}
            >
              {t('give.again-yes')}
            </Button>
          </div>
        </div>
      </Dialog>
    </form>
  )
}

/** What a bank's check may ask of the browser (trust.md 1.3). */
const browserInfo = () => ({
  language: navigator.language,
  colorDepth: screen.colorDepth,
  screenHeight: screen.height,
  screenWidth: screen.width,
  timeZoneOffset: new Date().getTimezoneOffset(),
  javaEnabled: false,
  javaScriptEnabled: true,
})
