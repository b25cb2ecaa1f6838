import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Duplicate } from '../state/duplicate.ts'

type Props = {
  /** The earlier payment or plan; undefined while the dialog is closed. */
  readonly duplicate: Duplicate | undefined
  readonly onClose: () => void
  readonly onRepeat: (id: string) => void
}

const textOf = (duplicate: Duplicate | undefined) => {
  if (duplicate?.isPlan) return 'give.again-plan'
  return duplicate?.isConfirming ? 'give.again-confirming' : 'give.again-text'
}

/** Asks a donor who just made an identical donation, or started an identical plan, whether they want to donate again. */
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
        <p>{t(textOf(duplicate))}</p>
        <div className="columns">
          <Button look="quiet" type="button" onClick={onClose}>
            {t('give.again-no')}
          </Button>
          <Button
            type="button"
            onClick={() => {
              onClose()
              if (duplicate) onRepeat(duplicate.id)
            }}
          >
            {t('give.again-yes')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
