import { expect, test } from 'vitest'
import { readFields } from './fields.ts'
import { loadedTexts, postedLoaded, viewMerged } from './loaded-texts.tsx'

const loaded = { name: 'Umeed', phone: '1' }
const saved = { name: 'Umeed Trust', phone: '2' }
const typed = { name: 'Umeed Aid', phone: '1' }
const refused = (code: string) => ({ refused: { code } })

test('an editor that was just opened shows and remembers what is saved', () => {
  expect(viewMerged(saved, undefined)).toEqual({ values: saved, loaded: saved })
})

test('after a conflict a field that the person left alone shows the other text and doesn’t overwrite it', () => {
  const view = viewMerged(saved, { typed, loaded, ...refused('edited-meanwhile') })
  expect(view).toEqual({ values: { name: 'Umeed Aid', phone: '2' }, loaded: saved })
})

test('after another refusal the form is still based on what it loaded, so that the next conflict is found', () => {
  expect(viewMerged(saved, { typed, loaded, ...refused('invalid-input') })).toEqual({ values: typed, loaded })
})

test('reads what was loaded with the line ends of the page', async () => {
  const form = new FormData()
  form.set('loaded-name', 'One\r\nTwo')
  form.set('name', 'Three')
  expect(postedLoaded(form, ['name'], 100)).toEqual({ name: 'One\nTwo' })
  expect(await readFields({ before: loadedTexts(100) }, form)).toEqual({ before: { name: 'One\r\nTwo' } })
  expect(postedLoaded(new FormData(), ['name'], 100)).toBe(undefined)
})
