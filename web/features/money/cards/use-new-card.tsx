import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import {
  type CardFields,
  type CardToken,
  isChallengeFinished,
  type PublicConfiguration,
} from '#modules/money/payments/rules/card-fields.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import { openChallenge } from '../payments/card-fields.ts'
import { ChallengeView } from '../payments/challenge-view.tsx'
import { useCardFields } from '../payments/use-card-fields.ts'
import type { SavedCard } from './card-text.ts'

type ChallengeRequired = Extract<OutputOf<ProductContract, 'POST /v4/cards'>, { status: 'challenge' }>

const isChallengeRequired = (adding: { readonly status: string }): adding is ChallengeRequired =>
  adding.status === 'challenge'

/** The requests that save a card: with its token, and after a 3-D Secure challenge. */
type AddingCalls<Saved extends { readonly status: 'saved' }> = {
  readonly add: (token: CardToken) => Promise<Saved | ChallengeRequired>
  readonly finish: (setupId: string) => Promise<Saved | ChallengeRequired>
}

export type OwnCard = Extract<OutputOf<ProductContract, 'POST /v4/cards'>, { status: 'saved' }>
export const ownCard: AddingCalls<OwnCard> = {
  add: ({ id, provider }) => api('POST /v4/cards', { token: id, provider }),
  finish: (setupId) => api('POST /v4/card-setups/:setupId', { setupId }),
}

/** The result of saving a card: saved, rejected with a message, or cancelled by the donor during the challenge. */
type SaveCardResult = { readonly card: SavedCard } | Refusal
type Refusal = { readonly message: string } | { readonly stopped: true }

type UsedNewCard<Result> = {
  add(tokenise?: CardFields['tokenise']): Promise<Result>
  readonly fields: ReactNode
  readonly dialog: ReactNode
}

/** Saves a new card to the donor's account. See `useCardSetup`. */
export function useNewCard(payments: PublicConfiguration, isWanted: boolean): UsedNewCard<SaveCardResult> {
  const { add, ...card } = useCardSetup(payments, isWanted, ownCard)
  return {
    ...card,
    async add() {
      const added = await add()
      if ('message' in added || 'stopped' in added) return added
      // A response without a card is an error. If the card was saved, the page lists it anyway.
      if (!added.card) throw new ApiError('network', 0, {})
      return { card: added.card }
    },
  }
}

/**
 * Saves a card typed into the provider's fields, after the bank has verified it. `add` resolves when the 3-D Secure
 * challenge, if any, is finished. Throws the request's errors.
 */
export function useCardSetup<Saved extends { readonly status: 'saved' }>(
  payments: PublicConfiguration,
  isWanted: boolean,
  calls: AddingCalls<Saved>,
): UsedNewCard<Saved | Refusal> {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  const [shown, setShown] = useState<{ readonly frameUrl: string | undefined }>()
  const [isConfirmingCancel, setConfirmingCancel] = useState(false)
  const resolveChallenge = useRef<(isStopped: boolean) => void>(undefined)
  const { place, state, fields } = useCardFields(
    { ...payments, locale, theme: frame?.theme ?? 'auto', title: t('give.card-frame'), failed: t('give.exception') },
    isWanted,
  )

  useEffect(() => {
    const frameUrl = shown?.frameUrl
    if (!frameUrl) return
    function listen(event: MessageEvent<{ sunbul?: string; type?: string }>) {
      if (isChallengeFinished(event, frameUrl ?? '')) resolveChallenge.current?.(false)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [shown])

  /** Shows the frame, or the button that opens a challenge again; returns whether the donor stopped instead. */
  async function show(frameUrl: string | undefined): Promise<boolean> {
    setShown({ frameUrl })
    const isStopped = await new Promise<boolean>((resolve) => {
      resolveChallenge.current = resolve
    })
    setShown(undefined)
    setConfirmingCancel(false)
    return isStopped
  }

  /** `tokenise`: of an approved wallet, instead of the card fields. */
  async function add(tokenise = fields.current?.tokenise): Promise<Saved | Refusal> {
    const typed = (await tokenise?.()) ?? { message: t('give.exception') }
    if ('message' in typed) return typed
    let adding = await calls.add(typed.token)
    for (let isRetry = false; isChallengeRequired(adding); isRetry = true) {
      const { setupId, challenge } = adding
      if (isRetry && (await show(undefined))) return { stopped: true }
      const frameUrl = await openChallenge({ payments, locale }, challenge)
      if (frameUrl && (await show(frameUrl))) return { stopped: true }
      // Only the server knows the challenge's result; the challenge page isn't trusted.
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
        isOpen={shown !== undefined}
        title={t('give.challenge-title')}
        closeLabel={t('shell.close')}
        onClose={() => setConfirmingCancel(true)}
      >
        <div className="stack">
          <p className="strong">{t('cards.challenge-text')}</p>
          {isConfirmingCancel ? (
            <div className="notice stack" role="alert">
              <p>{t('cards.stop-question')}</p>
              <div className="columns">
                <Button look="quiet" type="button" onClick={() => setConfirmingCancel(false)}>
                  {t('give.stop-no')}
                </Button>
                <Button look="danger" type="button" onClick={() => resolveChallenge.current?.(true)}>
                  {t('cards.stop-yes')}
                </Button>
              </div>
            </div>
          ) : null}
          {shown ? (
            <ChallengeView
              frameUrl={shown.frameUrl}
              onRetry={shown.frameUrl ? undefined : () => resolveChallenge.current?.(false)}
            />
          ) : null}
        </div>
      </Dialog>
    ),
  }
}
