import { useText } from '../../../lib/text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** The operator's survey, in a frame that can neither leave the page nor read it; nothing is loaded before it is opened. */
export function SurveyDialog({
  url,
  isOpen,
  onClose,
}: {
  readonly url: string
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const t = useText()
  return (
    <Dialog isOpen={isOpen} title={t('deeds.survey-title')} closeLabel={t('deeds.close')} onClose={onClose}>
      <iframe
        className="deeds-survey"
        src={url}
        title={t('deeds.survey-title')}
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="no-referrer"
      />
      <p className="quiet small">{t('deeds.survey-note', { host: new URL(url).host })}</p>
    </Dialog>
  )
}
