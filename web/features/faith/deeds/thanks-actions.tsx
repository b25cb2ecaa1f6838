import { useText } from '../../../lib/text.tsx'

/** What a donor can do after their deeds, on the last slide (`onSurvey` opens the dialog) and on the page. */
export function ThanksActions({
  surveyUrl,
  onSurvey,
}: {
  readonly surveyUrl: string | undefined
  readonly onSurvey?: () => void
}) {
  const t = useText()
  if (!surveyUrl) return null
  return (
    <div className="button-row">
      {onSurvey ? (
        <button type="button" className="button button-light" onClick={onSurvey}>
          {t('deeds.survey')}
        </button>
      ) : (
        <a className="button button-quiet" href={surveyUrl} rel="noopener noreferrer">
          {t('deeds.survey')}
        </a>
      )}
    </div>
  )
}
