import type { ResourceName } from '../../discovery/resources.ts';
import type { Explorer } from '../../explorer/explorer.ts';
import type { PageImages } from '../../explorer/page_images.ts';
import { handleExplorer } from './explorer.ts';
import type { HandlerContext, HandlerOf } from './handler_context.ts';
import { handleImages } from './images.ts';
import { handleLists, handleMarkdown, handlePage, handlePages, handleSearch, type OnMiss } from './pages.ts';
import { handleDocuments } from './service_documents.ts';
import { handleSiteFiles } from './site_files.ts';
import { type FeedbackParts, handleFeedback, handleFeedbackForm } from './submit.ts';

type FeedbackResource = 'feedback' | 'feedbackForm';

type Handlers = {
  readonly [Name in ResourceName]:
    | HandlerOf<Name>
    | (Name extends FeedbackResource | 'mcp' | 'exploreImage' ? null : never);
};

/**
 * One handler for every row of the resource table, by its name: a missing one is a compile error.
 *
 * @param feedback null without a feedback store: its resources do not exist
 * @param mcp null for a service without MCP
 * @param images null where only the live site has them
 * @param onMiss null: searches that find nothing are not counted
 */
export function createHandlers(
  context: HandlerContext,
  explorer: Explorer,
  feedback: FeedbackParts | null,
  mcp: HandlerOf<'mcp'> | null,
  images: PageImages | null,
  onMiss: OnMiss | null,
): Handlers {
  return {
    pages: handlePages(context),
    page: handlePage(context),
    search: handleSearch(context, onMiss),
    ...handleLists(context),
    feedback: feedback === null ? null : handleFeedback(feedback),
    feedbackForm: feedback === null ? null : handleFeedbackForm(context, feedback.feedback),
    mcp,
    ...handleDocuments(context),
    ...handleExplorer(context, explorer),
    exploreImage: images === null ? null : handleImages(context, images),
    ...handleSiteFiles(context),
    markdown: handleMarkdown(context),
  };
}
