import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useFrame, useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import type { SavedCard } from '#web/features/money/cards/card-text.ts'
import type { PublicConfiguration } from '#modules/money/payments/rules/card-fields.ts'
import { ChallengeView } from '#web/features/money/payments/challenge-view.tsx'
import { type MountedCardFields, useCardFields } from '#web/features/money/payments/use-card-fields.ts'
import type { EmbedRules, Payment, Stage } from '../use-payment.ts'

/** Loaded only for signed-in donors, since guests have no saved cards. */
const CardChoice = lazy(() =>
  import('#web/features/money/cards/card-choice.tsx').then((module) => ({ default: module.CardChoice })),
)
const SaveCardCheckbox = lazy(() =>
  import('#web/features/money/cards/card-choice.tsx').then((module) => ({ default: module.SaveCardCheckbox })),
)

/** Mounts the provider's card fields in the page's language and colour theme once `isWanted` is true. */
export function usePageCardFields(payments: PublicConfiguration, isWanted: boolean): MountedCardFields {
  const t = useText()
  const locale = useLocale()
  const frame = useFrame()
  return useCardFields(
    { ...payments, locale, theme: frame?.theme ?? 'auto', title: t('give.card-frame'), failed: t('give.exception') },
    isWanted,
  )
}

/** The card choice: a saved card, or a new one typed into the provider's fields. */
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
  readonly card: MountedCardFields
  readonly cards: readonly SavedCard[]
  /** Empty for a new card. */
  readonly cardId: string
  readonly onChoose: (cardId: string) => void
  /** Empty for guests, who can't save a card. */
  readonly mandate: string
  readonly saveCard: boolean
  readonly onSave: (saveCard: boolean) => void
  readonly error: string | undefined
  /** Whether the page is the response to a form submitted without JavaScript. */
  readonly isPosted: boolean
  /** The choice between card and bank account, with the bank account fields. */
  readonly choice?: ReactNode
  /** Whether the donor pays from a bank account. */
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
          <div className="checkout-card" ref={place} data-loading={state === 'loading' || undefined} />
          <CardLoading state={state} />
          {mandate ? (
            <Suspense fallback={null}>
              <SaveCardCheckbox mandate={mandate} checked={saveCard} onChange={onSave} />
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

/** After this time the page says that loading takes long, and offers to try again. */
const slowMs = 8000

/** Says that the card fields are loading, slow or missing. Trying again reloads the page, which keeps what was typed. */
function CardLoading({ state }: Pick<MountedCardFields, 'state'>) {
  const t = useText()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  if (state === 'ready') return null
  if (state === 'loading' && !isSlow) return <p className="quiet small no-script-hidden">{t('give.card-loading')}</p>
  return (
    <div className="stack" role="status">
      <p className="small">{t(state === 'failed' ? 'give.exception' : 'give.card-slow')}</p>
      <Button type="button" look="quiet" onClick={() => location.reload()}>
        {t('give.card-retry')}
      </Button>
    </div>
  )
}

/**
 * The 3-D Secure challenge, unless the provider's script shows it in a dialog of its own: a modal dialog of ours would
 * lie above that one and make it inert. Leaving it requires a confirmation (contract-9). `text`: the amount and the campaign.
 * `embed`: renders the link to a new window, which replaces the challenge if the frame is too small.
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
  const { stage, isConfirmingCancel } = payment
  const isOpen = stage.kind === 'challenge' && Boolean(stage.frameUrl || stage.hasFailed || embed?.isTooSmall())
  return (
    <Dialog
      isOpen={isOpen}
      title={t('give.challenge-title')}
      closeLabel={t('shell.close')}
      onClose={() => payment.askToCancel(true)}
    >
      <div className="stack">
        <p className="strong">{text}</p>
        {isConfirmingCancel ? (
          <div className="notice stack" role="alert">
            <p>{t('give.stop-question')}</p>
            <div className="columns">
              <Button look="quiet" type="button" onClick={() => payment.askToCancel(false)}>
                {t('give.stop-no')}
              </Button>
              <Button look="danger" type="button" onClick={() => payment.cancel()}>
                {t('give.stop-yes')}
              </Button>
            </div>
          </div>
        ) : null}
        {stage.kind === 'challenge' ? (
          <ChallengeView
            frameUrl={stage.frameUrl}
            onRetry={stage.hasFailed ? () => payment.retryChallenge() : undefined}
          />
        ) : null}
        {embed?.elsewhere(payment)}
      </div>
    </Dialog>
  )
}

/**
 * Hides a form while its payment is being confirmed but keeps it mounted, so neither its values nor the provider's
 * fields are lost.
 */
export const KeepMounted = ({ stage, children }: { readonly stage: Stage; readonly children: ReactNode }) => (
  <>
    {stage.kind === 'confirming' ? <ConfirmingPayment message={stage.message} /> : null}
    <div hidden={stage.kind === 'confirming'}>{children}</div>
  </>
)

/**
 * Shown while the outcome of a payment is unknown; it offers no way to pay again. `message`: the server's text, if it
 * sent one.
 */
export function ConfirmingPayment({ message }: { readonly message?: string | undefined }) {
  const t = useText()
  return (
    <div className="empty" role="status">
      <h2>{t('give.confirming')}</h2>
      <p>{message ?? t('give.confirming-text')}</p>
    </div>
  )
}
