import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { locales } from './shared/texts/locales.ts'

/** The browser cannot list folders: the build writes the languages into the bundles. */
const localeList: Plugin = {
  name: 'locale-list',
  load: {
    filter: { id: /[\\/]shared[\\/]texts[\\/]locales\.ts$/ },
    handler: () => `export const locales = ${JSON.stringify(locales)}`,
  },
}

export default defineConfig({
  plugins: [localeList, reactRouter()],
  build: {
    assetsInlineLimit: 0,
    // What every page loads goes as one file, and what many pages share as another: in dozens of small ones it
    // compresses worse, by 3.5 kB a page, and a phone waits for each of them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules.(react|scheduler)|rolldown.runtime|preload-helper/, priority: 1 },
            { name: 'shared', test: /\.tsx?$/, minShareCount: 15 },
          ],
        },
      },
    },
    // Parts that are loaded when they are needed find what they share with the page already there: naming it would
    // weigh more than it saves.
    modulePreload: { resolveDependencies: () => [] },
  },
})
