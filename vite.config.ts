import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { locales } from './shared/texts/locales.ts'

/** Replaces the list of languages, which the server reads from a folder, by a constant for the browser. */
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
    // One file with what every page loads and one with what many pages share: dozens of small files add 3.5 kB per page,
    // because they compress worse, and phones wait for each request.
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
    // No preload lists: chunks loaded on demand share their imports with the page, so the lists would cost more bytes
    // than they save.
    modulePreload: { resolveDependencies: () => [] },
  },
})
