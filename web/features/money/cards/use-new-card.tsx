import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { isChallengeFinished, type PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { api, Refused } from '../../../lib/api.ts'
import { useFrame, useLocale, useText } from '../../../lib/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/small-parts.tsx'
import { answerChallenge } from '../payments/card-fields.ts'
import { useCardFields } from '../payments/use-card-fields.ts'
import type { SavedCard } from './card-words.ts'

type Adding = OutputOf<ProductContract, 'POST /v4/cards'>
type Asked = Extract<Adding, { status: 'challenge' }>

/** What came of adding a card: it is kept; its fields or the bank said no; or the donor left the bank's question. */
export type Added = { readonly card: SavedCard } | { readonly message: string } | { readonly stopped: true }

/**
 * A card that is typed into the provider's own fields, accepted by the bank and saved. `add` ends when the bank's
 * question, if it has one, is answered; it throws what the call refuses with.
 */
export function useNewCard(
  payments: PublicConfiguration,
  isWanted: boolean,
): { add(): Promise<Added>; readonly fields: ReactNode; readonly dialog: ReactNode } {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const [asked, setAsked] = useState<Asked>()
  const [isStopAsked, setStopAsked] = useState(false)
  const answered = useRef<(isStopped: boolean) => void>(undefined)
  const { place, state, fields } = useCardFields(
    { ...payments, locale, theme: frame?.theme ?? 'auto', title: t('give.card-frame'), failed: t('give.exception') },
    isWanted,
  )

  useEffect(() => {
    if (!asked) return
    const { challenge } = asked
    function listen(event: MessageEvent<{ sunbul?: string; type?: string }>) {
      if (isChallengeFinished(event, challenge)) answered.current?.(false)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [asked])

  async function add(): Promise<Added> {
    const typed = (await fields.current?.tokenise()) ?? { message: t('give.exception') }
    if ('message' in typed) return typed
    let adding = await api('POST /v4/cards', { token: typed.token.id, provider: typed.token.provider })
    while (adding.status === 'challenge') {
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
      adding = await api('POST /v4/card-setups/:setupId', { setupId })
    }
    // A response without a body is an error; if the card was saved, it is among the others anyway.
    if (!adding.card) throw new Refused('network', 0, {})
    return { card: adding.card }
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
        isOpen={asked !== undefined}
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
          {asked?.challenge.url ? (
            <iframe
              className="checkout-challenge"
              title={t('give.challenge-title')}
              src={`${asked.challenge.url}${locale === 'ar' ? '?locale=ar' : ''}`}
            />
          ) : null}
        </div>
      </Dialog>
    ),
  }
}
