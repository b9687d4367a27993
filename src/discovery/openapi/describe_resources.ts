import type { ResourceName } from '../resources.ts';
import { describePage } from './operations/page.ts';
import { describePages } from './operations/pages.ts';
import { describeVersion } from './operations/version.ts';
import type { Describe } from './resource_description.ts';

/** One description for every row of the resource table, by its name: leaving one out does not compile. */
export const describeResources: { readonly [Name in ResourceName]: Describe<Name> } = {
  pages: describePages,
  page: describePage,
  version: describeVersion,
};
