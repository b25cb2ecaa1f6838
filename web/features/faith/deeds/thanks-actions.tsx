import { useText } from '#web/lib/text.tsx'
import { SurveyForm } from './survey.tsx'

/** Links to the survey, on the last slide (`onSurvey` opens the dialog) and on the page. */
export function ThanksActions({
  surveyUrl,
  hijriYear,
  isSurveySent = false,
  onSurvey,
}: {
  readonly surveyUrl: string | undefined
  readonly hijriYear: number
  /** Whether the plain form was just submitted. */
  readonly isSurveySent?: boolean
  readonly onSurvey?: () => void
}) {
  const t = useText()
  if (!onSurvey && !surveyUrl)
    return (
      <>
        <h3>{t('deeds.survey-title')}</h3>
        <SurveyForm hijriYear={hijriYear} isSent={isSurveySent} />
      </>
    )
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
