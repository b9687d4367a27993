/** Takes the place of the search button of VitePress' default theme. */

import settings from 'virtual:catchword';
import { useData, useRoute, useRouter } from 'vitepress';
import { defineComponent, h, onMounted } from 'vue';
import './search_button.css';

const LABELS = 'catchword-labels';

export default defineComponent({
  name: 'VPNavBarSearch',
  setup() {
    const { lang, site } = useData();
    const route = useRoute();
    const router = useRouter();
    onMounted(() => import(/* @vite-ignore */ settings.script).catch(() => {}));
    const open = (event) => {
      const { origin, href } = new URL(event.detail.address);
      // Other sites are no pages of this router.
      if (origin !== location.origin) return;
      event.preventDefault();
      router.go(href);
    };
    return () => {
      const labels = settings.labels[lang.value] ?? settings.labels[lang.value.split('-')[0]];
      const attributes = {
        mode: 'dialog',
        ...(settings.hasLanguages && { language: lang.value }),
        version: versionOf(route.path.slice(site.value.base.length)),
        ...settings.attributes,
      };
      const text = JSON.stringify(labels ?? {}).replaceAll('<', '\\u003c');
      return h('div', { class: 'VPNavBarSearch' }, [
        labels && h('script', { type: 'application/json', id: LABELS, innerHTML: text }),
        h('catchword-search', { ...attributes, ...(labels && { labels: LABELS }), onCatchwordSelect: open }),
      ]);
    };
  },
});

/** `version` of the box on a page; undefined: the page is in no folder of a version. @param path below the base */
function versionOf(path) {
  const whole = `/${decoded(path).replace(/\/$|\.html$/, '')}/`;
  const folder = Object.keys(settings.versions).find((each) => whole.includes(`/${each}/`));
  return settings.versions[folder];
}

function decoded(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
