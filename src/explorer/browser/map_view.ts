import type { Graph } from './read_graph.ts';

const margin = 24;
const largestZoom = 40;
/** A click finds the nearest page within so many pixels. */
const clickReach = 12;
/** Maximum number of links drawn: those of the chosen page first, then those of its neighbours. */
const mostLinks = 500;

/** Where the map stands in its canvas, in pixels of the canvas. */
interface View {
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
}

/** Draws a graph on a canvas: all pages as points, and the links of one page and of its neighbours as lines. */
export class MapView {
  readonly #canvas: HTMLCanvasElement;
  readonly #graph: Graph;
  readonly #colours: () => readonly string[];
  #view: View = { zoom: 1, left: 0, top: 0 };
  #chosen = -1;
  #isDue = false;

  /** @param colours of the collections, as the style sheet gives them now */
  constructor(canvas: HTMLCanvasElement, graph: Graph, colours: () => readonly string[]) {
    this.#canvas = canvas;
    this.#graph = graph;
    this.#colours = colours;
    new ResizeObserver(() => this.#fit()).observe(canvas);
  }

  /** @param page -1 for none */
  choose(page: number): void {
    this.#chosen = page;
    this.redraw();
  }

  /** The page nearest to a place of the canvas, in CSS pixels; -1 when none is near. */
  at(x: number, y: number): number {
    const scale = devicePixelRatio;
    let nearest = -1;
    let least = (clickReach * scale) ** 2;
    for (let page = 0; page < this.#graph.count; page++) {
      const square = (this.#x(page) - x * scale) ** 2 + (this.#y(page) - y * scale) ** 2;
      if (square < least) {
        least = square;
        nearest = page;
      }
    }
    return nearest;
  }

  /** @param factor above 1 to come nearer; the place, in CSS pixels, stays where it is */
  zoomBy(factor: number, x = this.#canvas.clientWidth / 2, y = this.#canvas.clientHeight / 2): void {
    const { zoom, left, top } = this.#view;
    const next = Math.min(largestZoom, Math.max(1, zoom * factor));
    const scale = devicePixelRatio;
    const ratio = next / zoom;
    this.#view =
      next === 1
        ? { zoom: 1, left: 0, top: 0 }
        : { zoom: next, left: x * scale - (x * scale - left) * ratio, top: y * scale - (y * scale - top) * ratio };
    this.redraw();
  }

  /** In CSS pixels. */
  moveBy(x: number, y: number): void {
    const { zoom, left, top } = this.#view;
    this.#view = { zoom, left: left + x * devicePixelRatio, top: top + y * devicePixelRatio };
    this.redraw();
  }

  /** Draws before the next frame. */
  redraw(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  #fit(): void {
    this.#canvas.width = Math.round(this.#canvas.clientWidth * devicePixelRatio);
    this.#canvas.height = Math.round(this.#canvas.clientHeight * devicePixelRatio);
    this.redraw();
  }

  #size(): number {
    return Math.min(this.#canvas.width, this.#canvas.height) - 2 * margin;
  }

  #x(page: number): number {
    const { zoom, left } = this.#view;
    return left + zoom * ((this.#canvas.width - this.#size()) / 2 + (this.#graph.x[page]! / 65_535) * this.#size());
  }

  #y(page: number): number {
    const { zoom, top } = this.#view;
    return top + zoom * ((this.#canvas.height - this.#size()) / 2 + (this.#graph.y[page]! / 65_535) * this.#size());
  }

  #draw(): void {
    const context = this.#canvas.getContext('2d')!;
    const { width, height } = this.#canvas;
    const colours = this.#colours();
    context.clearRect(0, 0, width, height);
    this.#drawPoints(context, colours);
    if (this.#chosen === -1) return;
    this.#drawLinks(context, colours);
    context.fillStyle = colours[this.#graph.collection[this.#chosen]! % colours.length]!;
    context.beginPath();
    context.arc(this.#x(this.#chosen), this.#y(this.#chosen), 6 * devicePixelRatio, 0, 7);
    context.fill();
  }

  /** Writes points into pixels: drawing ten thousand shapes would take ten times as long. */
  #drawPoints(context: CanvasRenderingContext2D, colours: readonly string[]): void {
    const { width, height } = this.#canvas;
    const { count, collection } = this.#graph;
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const paints = colours.map(paintOf);
    const chosen = this.#chosen;
    const near =
      chosen === -1 ? null : new Set([chosen, ...this.#graph.outgoing[chosen]!, ...this.#graph.incoming[chosen]!]);
    const size = Math.round(pointSize(count) * devicePixelRatio * Math.min(2, Math.sqrt(this.#view.zoom)));
    for (let page = 0; page < count; page++) {
      const paint = paints[collection[page]! % paints.length]!;
      const side = near?.has(page) === true ? size + 3 * devicePixelRatio : size;
      const left = Math.round(this.#x(page) - side / 2);
      const top = Math.round(this.#y(page) - side / 2);
      if (left < 0 || top < 0 || left + side >= width || top + side >= height) continue;
      for (let row = top; row < top + side; row++) pixels.fill(paint, row * width + left, row * width + left + side);
    }
    context.putImageData(image, 0, 0);
  }

  #drawLinks(context: CanvasRenderingContext2D, colours: readonly string[]): void {
    const page = this.#chosen;
    const near = this.#neighbours(page, mostLinks);
    context.strokeStyle = colours[this.#graph.collection[page]! % colours.length]!;
    context.lineWidth = devicePixelRatio;
    let left = mostLinks - near.length;
    context.globalAlpha = 0.15;
    for (const other of near) {
      const next = this.#neighbours(other, left);
      this.#drawLines(context, other, next);
      left -= next.length;
    }
    context.globalAlpha = 0.5;
    this.#drawLines(context, page, near);
    context.globalAlpha = 1;
  }

  /** The pages that a page links to or that link to it, at most `most`. */
  #neighbours(page: number, most: number): readonly number[] {
    const { outgoing, incoming } = this.#graph;
    return [...outgoing[page]!, ...incoming[page]!].slice(0, most);
  }

  #drawLines(context: CanvasRenderingContext2D, from: number, to: readonly number[]): void {
    context.beginPath();
    for (const other of to) {
      context.moveTo(this.#x(from), this.#y(from));
      context.lineTo(this.#x(other), this.#y(other));
    }
    context.stroke();
  }
}

/** Pixels of a point's side: larger where there are few. */
function pointSize(count: number): number {
  if (count > 3000) return 2.5;
  return count > 600 ? 4 : 6;
}

/** A colour as a pixel of little-endian RGBA. @param colour `rgb(...)`, as computed styles give it */
function paintOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
