import { type ChangeEvent, type CompositionEvent, useState } from 'react'

/**
 * For an input that reformats its value: during IME composition (Japanese keyboards, some phones) the text is shown as
 * typed and still counts, because changing it under the keyboard would insert the word twice.
 */
export function useImeInput(shown: string | number, take: (text: string) => void) {
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
