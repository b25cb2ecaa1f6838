import { isRightToLeft } from '#shared/text.ts'
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/small-parts.tsx'
import { BadgeDots } from './figures/badges.tsx'
import type { Gesture } from './gestures.ts'
import { CalculationNotes } from './calculation-notes.tsx'
import { Backdrop, ControlIcon } from './icons.tsx'
import { changesPassed, isEnded, isWaiting } from './player.ts'
import { SlideView } from './slide-view.tsx'
import { slidesOf } from './slides.ts'
import type { StoryData } from './story-data.ts'
import { SurveyDialog } from './survey.tsx'
import { ThanksActions } from './thanks-actions.tsx'
import { usePlayerKeys, usePlayer, usePointer } from './use-player.ts'
import { Years } from './years.tsx'

const ShareDeeds = lazy(() => import('./share-deeds.tsx').then((module) => ({ default: module.ShareDeeds })))

const closeAddress = '/account'

type Props = {
  readonly data: StoryData
  readonly programmes: ReactNode
  readonly years: readonly number[]
  readonly surveyUrl: string | undefined
  /** With reduced motion the story starts paused, with final values. */
  readonly hasReducedMotion: boolean
}

/** The full-screen story. */
export function Story({ data, programmes, years, surveyUrl, hasReducedMotion }: Props) {
  const t = useText()
  const isRtl = isRightToLeft(useLocale())
  const deck = useMemo(() => slidesOf({ hasCountry: data.countries !== null, streak: data.streak }), [data])
  const { clock, player } = usePlayer(deck, hasReducedMotion)
  const [dialog, setDialog] = useState<'how' | 'survey' | 'share' | null>(null)
  const slide = deck[player.slide] ?? deck[0]
  const passed = changesPassed(deck, player)
  const [badgeShift, setBadgeShift] = useState(0)
  const shown = data.badges.length > 0 ? (passed + badgeShift) % data.badges.length : 0
  const badge = slide?.id === 'badges' && player.step === 1 ? data.badges[shown] : undefined

  function onGesture(gesture: Gesture) {
    if (gesture === 'close') location.assign(closeAddress)
    else clock.send({ do: gesture })
  }
  usePlayerKeys(onGesture, isRtl)
  const pointer = usePointer(clock, onGesture, isRtl)
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused element was removed with its step, without a blur event.
    clock.send({ do: 'resume', reason: 'focus' })
    // A slide taller than the screen scrolls; on others, swiping down closes the story.
    const { current } = stage
    if (!current) return
    current.scrollTop = 0
    current.style.touchAction = current.scrollHeight > current.clientHeight + 1 ? 'pan-y' : 'none'
  }, [clock, player.slide, player.step])
  useEffect(() => {
    clock.send({ do: dialog ? 'pause' : 'resume', reason: 'dialog' })
  }, [clock, dialog])
  const hasOpenedSurvey = useRef(false)
  const hasEnded = isEnded(deck, player)
  useEffect(() => {
    if (!hasEnded || hasOpenedSurvey.current) return
    // Once: a donor who watches the story again isn't asked again (S1 §2.1).
    hasOpenedSurvey.current = true
    // oxlint-disable-next-line react/set-state-in-effect -- the story's clock ends it
    setDialog('survey')
  }, [hasEnded])

  if (!slide) return null
  const isPaused = player.pauses.includes('donor') || isWaiting(deck, player) || hasEnded
  return (
    <section
      className="deeds-story"
      data-slide={slide.id}
      data-badge={badge?.badge}
      aria-roledescription={t('deeds.story')}
      aria-label={t('deeds.slide-of', { slide: String(player.slide + 1), total: String(deck.length) })}
    >
      <Backdrop />
      <div className="deeds-controls">
        <button
          type="button"
          className="deeds-control"
          aria-label={t(isPaused ? 'deeds.play' : 'deeds.pause')}
          onClick={() => clock.send({ do: 'toggle' })}
        >
          <ControlIcon icon={isPaused ? 'play' : 'pause'} />
        </button>
        <span className="deeds-count num" aria-hidden="true">
          <bdi>
            {player.slide + 1} / {deck.length}
          </bdi>
        </span>
        <a className="deeds-link" href={`/deeds?view=page&hijriYear=${data.hijriYear}`}>
          {t('deeds.read')}
        </a>
        <a className="deeds-control" href={closeAddress} aria-label={t('deeds.close')}>
          <ControlIcon icon="close" />
        </a>
      </div>
      <div className="deeds-segments" aria-hidden="true">
        {slide.steps.map((ms, step) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- steps have no other name
            key={`${slide.id}-${step}`}
            data-state={segmentState(step, player.step)}
            data-playing={player.playingSince !== null || undefined}
            style={{ '--deeds-ms': `${ms ?? 0}ms` } as CSSProperties}
          >
            <i />
          </span>
        ))}
      </div>
      <div
        className="deeds-stage"
        ref={stage}
        {...pointer}
        onFocus={({ target }) => {
          if (target.matches(':focus-visible')) clock.send({ do: 'pause', reason: 'focus' })
        }}
        onBlur={() => clock.send({ do: 'resume', reason: 'focus' })}
      >
        <div
          key={`${slide.id}-${player.step}`}
          className="deeds-slide"
          aria-live={player.playingSince === null ? 'polite' : 'off'}
        >
          <SlideView
            id={slide.id}
            step={player.step}
            data={data}
            hasTurned={passed > 0}
            badge={badge}
            hasReducedMotion={hasReducedMotion}
            programmes={programmes}
          >
            {slide.id === 'welcome' ? (
              <WelcomeActions
                years={years}
                hijriYear={data.hijriYear}
                onBegin={() => clock.send({ do: 'next-step' })}
              />
            ) : null}
            {slide.id === 'share' ? (
              <button type="button" className="button button-light" onClick={() => setDialog('share')}>
                {t('deeds.share-deeds')}
              </button>
            ) : null}
            {slide.id === 'thanks' ? (
              <ThanksActions surveyUrl={surveyUrl} hijriYear={data.hijriYear} onSurvey={() => setDialog('survey')} />
            ) : null}
          </SlideView>
        </div>
        {badge ? (
          <BadgeDots
            badges={data.badges}
            shown={shown}
            onChoose={(index) => setBadgeShift((index - passed + data.badges.length * 5) % data.badges.length)}
          />
        ) : null}
      </div>
      <div className="deeds-foot">
        <button
          type="button"
          className="deeds-control deeds-arrow"
          aria-label={t('deeds.previous')}
          onClick={() => clock.send({ do: 'previous-step' })}
        >
          <ControlIcon icon="previous" />
        </button>
        <button type="button" className="deeds-link" onClick={() => setDialog('how')}>
          {t('deeds.how')}
        </button>
        <button
          type="button"
          className="deeds-control deeds-arrow"
          aria-label={t('deeds.next')}
          onClick={() => clock.send({ do: 'next-step' })}
        >
          <ControlIcon icon="next" />
        </button>
      </div>
      <Dialog
        isOpen={dialog === 'how'}
        title={t('deeds.how')}
        closeLabel={t('deeds.close')}
        onClose={() => setDialog(null)}
      >
        <CalculationNotes hijriYear={data.hijriYear} />
      </Dialog>
      <Dialog
        isOpen={dialog === 'share'}
        title={t('deeds.share-deeds')}
        closeLabel={t('deeds.close')}
        onClose={() => setDialog(null)}
      >
        <Suspense fallback={<Skeleton block="24rem" />}>
          <ShareDeeds hijriYear={data.hijriYear} />
        </Suspense>
      </Dialog>
      <SurveyDialog
        url={surveyUrl}
        hijriYear={data.hijriYear}
        isOpen={dialog === 'survey'}
        onClose={() => setDialog(null)}
      />
    </section>
  )
}

const segmentState = (step: number, current: number) => {
  if (step === current) return 'current'
  return step < current ? 'past' : 'next'
}

function WelcomeActions({
  years,
  hijriYear,
  onBegin,
}: {
  readonly years: readonly number[]
  readonly hijriYear: number
  readonly onBegin: () => void
}) {
  const t = useText()
  return (
    <>
      <p>
        <button type="button" className="button button-light" onClick={onBegin}>
          {t('deeds.begin')}
        </button>
      </p>
      <Years years={years} hijriYear={hijriYear} />
    </>
  )
}
