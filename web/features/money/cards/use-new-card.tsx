import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import {
  type CardToken,
  isChallengeFinished,
  type PublicConfiguration,
} from '#modules/money/payments/rules/card-fields.ts'
import { api, Refused } from '../../../lib/api.ts'
import { useFrame, useLocale, useText } from '../../../lib/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/small-parts.tsx'
import { answerChallenge } from '../payments/card-fields.ts'
import { useCardFields } from '../payments/use-card-fields.ts'
import type { SavedCard } from './card-text.ts'

type Asked = Extract<OutputOf<ProductContract, 'POST /v4/cards'>, { status: 'challenge' }>

const isAsked = (adding: { readonly status: string }): adding is Asked => adding.status === 'challenge'

/** The calls that add a card: by its token, and after the bank's question. */
type AddingCalls<Saved extends { readonly status: 'saved' }> = {
  readonly add: (token: CardToken) => Promise<Saved | Asked>
  readonly finish: (setupId: string) => Promise<Saved | Asked>
}

export type OwnCard = Extract<OutputOf<ProductContract, 'POST /v4/cards'>, { status: 'saved' }>
export const ownCard: AddingCalls<OwnCard> = {
  add: ({ id, provider }) => api('POST /v4/cards', { token: id, provider }),
  finish: (setupId) => api('POST /v4/card-setups/:setupId', { setupId }),
}

/** What came of adding a card: it is kept; its fields or the bank said no; or the donor left the bank's question. */
type Added = { readonly card: SavedCard } | Refusal
type Refusal = { readonly message: string } | { readonly stopped: true }

type UsedNewCard<Result> = { add(): Promise<Result>; readonly fields: ReactNode; readonly dialog: ReactNode }

/** The same for the donor's account. */
export function useNewCard(payments: PublicConfiguration, isWanted: boolean): UsedNewCard<Added> {
  const { add, ...card } = useCardSetup(payments, isWanted, ownCard)
  return {
    ...card,
    async add() {
      const added = await add()
      if ('message' in added || 'stopped' in added) return added
      // A response without a body is an error; if the card was saved, it is among the others anyway.
      if (!added.card) throw new Refused('network', 0, {})
      return { card: added.card }
    },
  }
}

/**
 * A card that is typed into the provider's own fields, accepted by the bank and saved. `add` ends when the bank's
 * question, if it has one, is answered; it throws what the call refuses with.
 */
export function useCardSetup<Saved extends { readonly status: 'saved' }>(
  payments: PublicConfiguration,
  isWanted: boolean,
  calls: AddingCalls<Saved>,
): UsedNewCard<Saved | Refusal> {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const [request, setAsked] = useState<Asked>()
  const [isStopAsked, setStopAsked] = useState(false)
  const answered = useRef<(isStopped: boolean) => void>(undefined)
  const { place, state, fields } = useCardFields(
    { ...payments, locale, theme: frame?.theme ?? 'auto', title: t('give.card-frame'), failed: t('give.exception') },
    isWanted,
  )

  useEffect(() => {
    if (!request) return
    const { challenge } = request
    function listen(event: MessageEvent<{ sunbul?: string; type?: string }>) {
      if (isChallengeFinished(event, challenge)) answered.current?.(false)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [request])

  async function add(): Promise<Saved | Refusal> {
    const typed = (await fields.current?.tokenise()) ?? { message: t('give.exception') }
    if ('message' in typed) return typed
    let adding = await calls.add(typed.token)
    while (isAsked(adding)) {
      const { setupId, challenge } = adding
      setAsked(adding)
      const isStopped = (await answerChallenge({ payments, locale }, challenge))
        ? false
        : await new Promise<boolean>((resolve) => {
            answered.current = resolve
          })
      setAsked(undefined)
      setStopAsked(false)
      if (isStopped) return { stopped: true }
      // The bank is asked what came of its question, never the page that showed it.
      adding = await calls.finish(setupId)
    }
    return adding
  }

  return {
    add,
    fields: (
      <>
        <div className="checkout-card" ref={place} />
        {state === 'loading' ? (
          <div className="no-script-hidden" role="status">
            <Skeleton block="3rem" />
            <p className="quiet small">{t('give.card-loading')}</p>
          </div>
        ) : null}
        {state === 'failed' ? <p className="error-text">{t('give.exception')}</p> : null}
      </>
    ),
    dialog: (
      <Dialog
        isOpen={request !== undefined}
        title={t('give.challenge-title')}
        closeLabel={t('shell.close')}
        onClose={() => setStopAsked(true)}
      >
        <div className="stack">
          <p className="strong">{t('cards.challenge-text')}</p>
          {isStopAsked ? (
            <div className="notice stack" role="alert">
              <p>{t('cards.stop-question')}</p>
              <div className="columns">
                <Button look="quiet" type="button" onClick={() => setStopAsked(false)}>
                  {t('give.stop-no')}
                </Button>
                <Button look="danger" type="button" onClick={() => answered.current?.(true)}>
                  {t('cards.stop-yes')}
                </Button>
              </div>
            </div>
          ) : null}
          {request?.challenge.url ? (
            <iframe
              className="checkout-challenge"
              title={t('give.challenge-title')}
              src={`${request.challenge.url}${locale === 'ar' ? '?locale=ar' : ''}`}
            />
          ) : null}
        </div>
      </Dialog>
    ),
  }
}
