import { type ReactNode, useEffect, useState } from 'react'
import { useFrame } from '../../../lib/text.tsx'
import { api, Refused } from '../../../lib/api.ts'
import { Loading } from './loading.tsx'
import { PageView } from './page-view.tsx'
import { Story } from './story.tsx'
import type { StoryData } from './story-data.ts'

type Props = {
  readonly data: StoryData
  readonly programmes: ReactNode
  readonly years: readonly number[]
  readonly surveyUrl: string | undefined
}

/** How long the full bar of the Welcome is seen. */
const completeMs = 320

/** The story once scripts run; until then the Welcome that loads, and the page for browsers without scripts. */
export function DeedsStory(props: Props) {
  const motion = useFrame()?.motion
  const [state, setState] = useState<'loading' | 'complete' | 'playing' | 'still'>('loading')
  useEffect(() => {
    if (motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      // oxlint-disable-next-line react/set-state-in-effect -- known in the browser only
      setState('still')
      return
    }
    setState('complete')
    const timer = setTimeout(() => setState('playing'), completeMs)
    return () => clearTimeout(timer)
  }, [motion])
  useReloadWhenGone(props.data.hijriYear)
  if (state === 'playing' || state === 'still') return <Story {...props} hasReducedMotion={state === 'still'} />
  return (
    <>
      <Loading isComplete={state === 'complete'} hijriYear={props.data.hijriYear} />
      <div className="script-hidden">
        <PageView {...props} />
      </div>
    </>
  )
}

/** A reload would restore the scroll position of a page whose header was hidden, and hide it again. */
const loadAnew = () => location.replace(location.pathname + location.search)

/** Loads the page anew if the account was erased, logged out or its consent withdrawn while the tab was hidden. */
function useReloadWhenGone(hijriYear: number): void {
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const { state } = await api('GET /v4/deeds', { hijriYear })
        if (state !== 'data') loadAnew()
      } catch (error) {
        if (error instanceof Refused && error.status === 401) loadAnew()
      }
    }
    const onVisibility = () => void check()
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [hijriYear])
}
