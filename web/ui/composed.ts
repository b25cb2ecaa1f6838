import { type ChangeEvent, type CompositionEvent, useState } from 'react'

/**
 * Of an input that shows what it made of what was typed: while a word is being composed (a Japanese or Arabic keyboard
 * of a system, some phones) it stands as the keyboard wrote it, and counts all the same. A keyboard whose half-written
 * word is changed under it writes the word again beside it.
 */
export function useComposed(shown: string | number, take: (text: string) => void) {
  const [composed, setComposed] = useState<string>()
  return {
    value: composed ?? shown,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      if ((nativeEvent as InputEvent).isComposing) setComposed(target.value)
      take(target.value)
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setComposed(undefined)
      take(currentTarget.value)
    },
  }
}
