import { useText } from '../../../../lib/text.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'

type Props = {
  /** The earlier payment; undefined while the dialog is closed. */
  readonly duplicate: { readonly intentId: string; readonly isConfirming: boolean } | undefined
  readonly onClose: () => void
  readonly onRepeat: (intentId: string) => void
}

/** Asks a donor who just made an identical donation whether they want to donate again. */
export function DuplicateDialog({ duplicate, onClose, onRepeat }: Props) {
  const t = useText()
  return (
    <Dialog
      isOpen={duplicate !== undefined}
      title={t('give.again-title')}
      closeLabel={t('shell.close')}
      onClose={onClose}
    >
      <div className="stack">
        <p>{t(duplicate?.isConfirming ? 'give.again-confirming' : 'give.again-text')}</p>
        <div className="columns">
          <Button look="quiet" type="button" onClick={onClose}>
            {t('give.again-no')}
          </Button>
          <Button
            type="button"
            onClick={() => {
              onClose()
              if (duplicate) onRepeat(duplicate.intentId)
            }}
          >
            {t('give.again-yes')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
