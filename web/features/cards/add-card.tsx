import { useEffect, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api, Refused } from '../../lib/api.ts'
import { useFrame, useLocale, useText } from '../../lib/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Skeleton } from '../../ui/small-parts.tsx'
import { answerChallenge } from '../payments/card-fields.ts'
import { useCardFields } from '../payments/use-card-fields.ts'

type Asked = Extract<OutputOf<ProductContract, 'POST /v4/cards'>, { status: 'challenge' }>
type Payments = { readonly provider: 'sandbox' | 'stripe'; readonly publishableKey: string; readonly origin: string }

type Places = {
  /** The page it stands on, where it is left to, and where it leads once the card is saved. */
  readonly here?: string
  readonly back?: string
  readonly saved?: string
}

/** A card for later without a gift: typed into the provider's own fields, accepted by the bank, saved. Nothing is charged. */
export function AddCard({
  payments,
  mandate,
  here = '/account/cards/new',
  back = '/account/cards',
  saved = '/account/cards?done=saved',
}: Places & { readonly payments: Payments; readonly mandate: string }) {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState<Asked>()
  const [isStopAsked, setStopAsked] = useState(false)
  const card = useCardFields({ ...payments, locale, theme: frame?.theme ?? 'auto', title: t('give.card-frame'), failed: t('give.exception') }, true)

  useEffect(() => {
    if (!asked) return
    function listen(event: MessageEvent<{ sunbul?: string; type?: string }>) {
      if (asked && event.origin === payments.origin && event.data?.sunbul === '3ds' && event.data.type === 'finished') void finish(asked)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked])

  async function add() {
    setBusy(true)
    setProblem('')
    const typed = (await card.fields.current?.tokenise()) ?? { message: t('give.exception') }
    if ('message' in typed) return refuse(typed.message)
    await follow(() => api('POST /v4/cards', { token: typed.token.id }))
  }

  /** The bank is asked what came of its question, never the page that showed it. */
  async function finish({ setupId }: Asked) {
    setAsked(undefined)
    setStopAsked(false)
    setBusy(true)
    await follow(() => api('POST /v4/cards/setups/:setupId', { setupId }))
  }

  async function follow(ask: () => Promise<OutputOf<ProductContract, 'POST /v4/cards'>>) {
    try {
      const added = await ask()
      if (added.status === 'saved') return location.assign(saved)
      setAsked(added)
      if (await answerChallenge({ ...payments, locale }, added.challenge.clientSecret)) await finish(added)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.code === 'prove-yourself') return location.assign(`/account/again?redirectUrl=${encodeURIComponent(here)}`)
      refuse(error.message)
    }
  }

  function refuse(message: string) {
    setProblem(message)
    setBusy(false)
  }

  return (
    <form
      className="stack account-form"
      noValidate
      aria-label={t('cards.new-title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void add()
      }}
    >
      {problem ? <title>{t('shell.title-problem', { title: t('cards.new-title') })}</title> : null}
      <ErrorSummary title={t('shell.problem')} wrong={problem ? [{ id: 'card', text: problem }] : []} />
      <div id="card" tabIndex={-1}>
        <div className="card-place" ref={card.place} />
        {card.state === 'loading' ? (
          <div className="no-script-hidden" role="status">
            <Skeleton block="3rem" />
            <p className="quiet small">{t('give.card-loading')}</p>
          </div>
        ) : null}
        {card.state === 'failed' ? <p className="error-text">{t('give.exception')}</p> : null}
        <noscript>
          <p className="notice">{t('cards.no-script')}</p>
        </noscript>
      </div>
      <div className="small">
        <p className="quiet">{t('cards.agree')}</p>
        <p>{mandate}</p>
      </div>
      <div className="two">
        <Button type="submit" isBusy={isBusy} className="no-script-hidden">
          {t('cards.save')}
        </Button>
        <a className="button button-quiet" href={back}>
          {t('cards.back')}
        </a>
      </div>
      <Dialog isOpen={asked !== undefined} title={t('give.challenge-title')} closeLabel={t('shell.close')} onClose={() => setStopAsked(true)}>
        <div className="stack">
          <p className="strong">{t('cards.challenge-text')}</p>
          {isStopAsked ? (
            <div className="notice stack" role="alert">
              <p>{t('cards.stop-question')}</p>
              <div className="two">
                <Button look="quiet" type="button" onClick={() => setStopAsked(false)}>
                  {t('give.stop-no')}
                </Button>
                <a className="button button-danger" href={back}>
                  {t('cards.stop-yes')}
                </a>
              </div>
            </div>
          ) : null}
          {asked?.challenge.url ? (
            <iframe className="challenge-frame" title={t('give.challenge-title')} src={`${asked.challenge.url}${locale === 'ar' ? '?locale=ar' : ''}`} />
          ) : null}
        </div>
      </Dialog>
    </form>
  )
}
