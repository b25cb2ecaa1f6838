import type { ApiError } from '#web/lib/api.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { PostedBasket } from './posted-basket.ts'
import type { BasketController } from './use-basket.ts'

type Props = {
  readonly used: BasketController
  readonly notice: string
  readonly refusal: ApiError | undefined
  readonly isReloading: boolean
  readonly onReload: () => void
  readonly onAgain: () => void
  /** Cancels the challenge in another tab and pays in this one. */
  readonly onPayHere: () => void
  readonly posted: PostedBasket | undefined
}

/**
 * The state of the basket: saving, saved or not saved, changed or paid elsewhere, and the result of a form submitted
 * without JavaScript.
 */
export function BasketNotices({
  used: { state },
  notice,
  refusal,
  isReloading,
  onReload,
  onAgain,
  onPayHere,
  posted,
}: Props) {
  const t = useText()
  const frame = useFrame()
  const isFailed = state.saving === 'failed'
  function savingText(): string {
    if (state.saving === 'saving') return t('basket-page.saving')
    if (isFailed) return state.errors.basket ?? t('basket-page.not-saved')
    return state.saving === 'saved' || posted?.isSaved ? t('basket-page.saved') : ''
  }
  return (
    <>
      {notice ? (
        <p className="notice" role="status">
          {notice}
        </p>
      ) : null}
      {refusal?.code === 'basket-checked-out' ? (
        <div className="notice stack" role="alert">
          <p>{t('basket-page.paid-elsewhere')}</p>
          <p>
            <a href={frame?.viewer.isSignedIn ? '/account/donations' : '/v4/basket'}>
              {t(frame?.viewer.isSignedIn ? 'basket-page.see-donations' : 'basket-page.see-basket')}
            </a>
          </p>
        </div>
      ) : null}
      {refusal?.code === 'attempt-in-progress' ? (
        <div className="notice stack" role="alert">
          <p>{t('basket-page.paying-elsewhere')}</p>
          <p>
            <a href="/v4/basket">{t('basket-page.see-basket')}</a>
          </p>
        </div>
      ) : null}
      {refusal?.code === 'bank-asks-elsewhere' ? (
        <div className="notice stack" role="alert">
          <p>{t('basket-page.confirming-elsewhere')}</p>
          <Button type="button" look="quiet" onClick={onPayHere}>
            {t('basket-page.pay-here')}
          </Button>
        </div>
      ) : null}
      <div role="alert" id="elsewhere" tabIndex={-1}>
        {state.isChangedElsewhere ? (
          <div className="notice basket-removed">
            <span>{t('basket-page.elsewhere')}</span>
            <Button type="button" look="quiet" isBusy={isReloading} onClick={onReload}>
              {t('basket-page.reload')}
            </Button>
          </div>
        ) : null}
      </div>
      <div className="basket-saving" id="save-state" tabIndex={-1}>
        <p role="status" className={isFailed ? 'error-text' : 'quiet small'}>
          {savingText()}
        </p>
        {isFailed ? (
          <button type="button" className="link-button" onClick={onAgain}>
            {t('basket-page.try-again')}
          </button>
        ) : null}
      </div>
      {posted?.removed ? (
        <form method="post" className="notice basket-removed">
          <span>{t('basket-page.removed', { name: `\u2068${posted.removed.name}\u2069` })}</span>
          {posted.removed.item ? (
            <>
              <input type="hidden" name="item" value={JSON.stringify(posted.removed.item)} />
              <input type="hidden" name="removed" value={posted.removed.id} />
              <button className="button button-quiet" name="intent" value="undo">
                {t('basket-page.undo')}
              </button>
            </>
          ) : null}
        </form>
      ) : null}
    </>
  )
}
