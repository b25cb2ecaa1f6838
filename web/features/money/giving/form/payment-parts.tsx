import { lazy, type ReactNode, Suspense } from 'react'
import { useFrame, useLocale, useText } from '../../../../lib/text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Skeleton } from '../../../../ui/small-parts.tsx'
import type { SavedCard } from '../../cards/card-text.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { type UsedCardFields, useCardFields } from '../../payments/use-card-fields.ts'
import type { EmbedRules, Payment, Stage } from '../use-payment.ts'

/** Only donors with an account have cards to choose from and to keep, so only they load it. */
const CardChoice = lazy(() => import('../../cards/card-choice.tsx').then((module) => ({ default: module.CardChoice })))
const KeepCard = lazy(() => import('../../cards/card-choice.tsx').then((module) => ({ default: module.KeepCard })))

/** The provider's card fields in the visitor's language and light; mounted once a card is to be typed. */
export function useOwnCardFields(payments: PublicConfiguration, isWanted: boolean): UsedCardFields {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  return useCardFields(
    { ...payments, locale, theme: frame?.theme ?? 'auto', title: t('give.card-frame'), failed: t('give.exception') },
    isWanted,
  )
}

/** With which card: a saved one, or one that is typed into the provider's fields. */
export function CardSection({
  card: { place, state },
  cards,
  cardId,
  onChoose,
  mandate,
  saveCard,
  onSave,
  error,
  isPosted,
  choice,
  isBank = false,
}: {
  readonly card: UsedCardFields
  readonly cards: readonly SavedCard[]
  /** Empty: another one, typed. */
  readonly cardId: string
  readonly onChoose: (cardId: string) => void
  /** Empty for guests, who can’t save a card. */
  readonly mandate: string
  readonly saveCard: boolean
  readonly onSave: (saveCard: boolean) => void
  readonly error: string | undefined
  /** The page came as the answer to a form without scripts. */
  readonly isPosted: boolean
  /** The choice between a card and a bank account, with the fields of that. */
  readonly choice?: ReactNode
  /** A bank account pays. */
  readonly isBank?: boolean
}) {
  const t = useText()
  return (
    <section className="stack" aria-labelledby="payment">
      <h2 id="payment">{t('give.payment')}</h2>
      {error ? <p className="error-text">{error}</p> : null}
      <div id="card" tabIndex={-1} className="stack">
        {choice}
        {cards.length > 0 && !isBank ? (
          <Suspense fallback={<Skeleton block="8rem" />}>
            <CardChoice cards={cards} chosen={cardId} onChoose={onChoose} />
          </Suspense>
        ) : null}
        <div hidden={isBank || cardId !== ''}>
          <div className="checkout-card" ref={place} />
          {state === 'loading' ? <p className="quiet small no-script-hidden">{t('give.card-loading')}</p> : null}
          {state === 'failed' ? <p className="error-text">{t('give.exception')}</p> : null}
          {mandate ? (
            <Suspense fallback={null}>
              <KeepCard mandate={mandate} checked={saveCard} onChange={onSave} />
            </Suspense>
          ) : null}
        </div>
      </div>
      {isPosted ? (
        <p className="notice">{t('give.no-script')}</p>
      ) : (
        <noscript>
          <p className="notice">{t('give.no-script')}</p>
        </noscript>
      )}
    </section>
  )
}

/**
 * The bank's question. Leaving it asks first (contract-9). `text`: how much, and for what. A frame of another website
 * (`embed`) has another way to answer it, the only one where the frame is too small.
 */
export function ChallengeDialog({
  payment,
  text,
  embed,
}: {
  readonly payment: Payment
  readonly text: string
  readonly embed?: EmbedRules | undefined
}) {
  const t = useText()
  const locale = useLocale()
  const { stage, isStopAsked } = payment
  const isTooSmall = stage.kind === 'challenge' && embed?.isTooSmall()
  return (
    <Dialog
      isOpen={stage.kind === 'challenge'}
      title={t('give.challenge-title')}
      closeLabel={t('shell.close')}
      onClose={() => payment.askToStop(true)}
    >
      <div className="stack">
        <p className="strong">{text}</p>
        {isStopAsked && stage.kind === 'challenge' ? (
          <div className="notice stack" role="alert">
            <p>{t('give.stop-question')}</p>
            <div className="columns">
              <Button look="quiet" type="button" onClick={() => payment.askToStop(false)}>
                {t('give.stop-no')}
              </Button>
              <Button look="danger" type="button" onClick={() => payment.stop()}>
                {t('give.stop-yes')}
              </Button>
            </div>
          </div>
        ) : null}
        {stage.kind === 'challenge' && stage.challenge.url && !isTooSmall ? (
          <iframe
            className="checkout-challenge"
            title={t('give.challenge-title')}
            src={`${stage.challenge.url}${locale === 'ar' ? '?locale=ar' : ''}`}
          />
        ) : null}
        {embed?.elsewhere(payment)}
      </div>
    </Dialog>
  )
}

/**
 * A form that is hidden while the bank has not answered, with what was typed into it and into the provider's fields.
 */
export const Kept = ({ stage, children }: { readonly stage: Stage; readonly children: ReactNode }) => (
  <>
    {stage.kind === 'confirming' ? <Confirming message={stage.message} /> : null}
    <div hidden={stage.kind === 'confirming'}>{children}</div>
  </>
)

/**
 * While the outcome of a payment is unknown: nothing here pays again. `message`: the server's sentence, in place of the
 * page's own.
 */
export function Confirming({ message }: { readonly message?: string | undefined }) {
  const t = useText()
  return (
    <div className="empty" role="status">
      <h2>{t('give.confirming')}</h2>
      <p>{message ?? t('give.confirming-text')}</p>
    </div>
  )
}
