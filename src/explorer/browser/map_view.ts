import type { Graph } from './read_graph.ts';

const margin = 24;
/** Of the names of groups, in CSS pixels. */
const fontSize = 13;
const largestZoom = 40;
/** A click finds the nearest page within so many pixels. */
const clickReach = 12;
/** Maximum number of links drawn: those of the chosen page first, then those of its neighbours. */
const mostLinks = 500;

/**
 * Draws a graph on a canvas: all pages as points, and the links of one page and of its neighbours as lines.
 * @param coloursNow of the collections, as the style sheet gives them now
 */
export function createMapView(canvas: HTMLCanvasElement, graph: Graph, coloursNow: () => readonly string[]) {
  const { count, collection, outgoing, incoming } = graph;
  const context = canvas.getContext('2d')!;
  /** Where the map stands in its canvas, in pixels of the canvas. */
  let view = { zoom: 1, left: 0, top: 0 };
  let chosen = -1;
  let isDue = false;
  new ResizeObserver(() => {
    canvas.width = Math.round(canvas.clientWidth * devicePixelRatio);
    canvas.height = Math.round(canvas.clientHeight * devicePixelRatio);
    redraw();
  }).observe(canvas);

  /** Draws before the next frame. */
  function redraw(): void {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      draw();
    });
  }

  /** The place of a page, in pixels of the canvas. */
  function placeOf(page: number): readonly [x: number, y: number] {
    return pixelAt(graph.x[page]!, graph.y[page]!);
  }

  function pixelAt(across: number, down: number): readonly [x: number, y: number] {
    const { zoom, left, top } = view;
    const { width, height } = canvas;
    const size = Math.min(width, height) - 2 * margin;
    const x = left + zoom * ((width - size) / 2 + (across / 65_535) * size);
    return [x, top + zoom * ((height - size) / 2 + (down / 65_535) * size)];
  }

  function draw(): void {
    const colours = coloursNow();
    context.clearRect(0, 0, canvas.width, canvas.height);
    drawPoints(colours);
    if (chosen !== -1) drawLinks(colours);
    drawNames();
  }

  /** The names of groups, those of large ones first: one that would be over another is left out until the scale leaves room for it. */
  function drawNames(): void {
    const { color, backgroundColor, fontFamily } = getComputedStyle(canvas);
    const height = fontSize * devicePixelRatio;
    context.font = `600 ${height}px ${fontFamily}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = color;
    context.strokeStyle = backgroundColor;
    context.lineWidth = 4 * devicePixelRatio;
    context.lineJoin = 'round';
    const taken: (readonly [x: number, y: number, half: number])[] = [];
    for (const { x: across, y: down, name } of graph.groups) {
      const half = context.measureText(name).width / 2 + height / 2;
      const [wanted, y] = pixelAt(across, down);
      // Near an edge it moves inwards; far outside it is not shown.
      const x = Math.min(Math.max(wanted, half), canvas.width - half);
      const isSeen = Math.abs(x - wanted) < half && y > height && y < canvas.height - height;
      if (
        !isSeen ||
        taken.some(([left, top, other]) => Math.abs(top - y) < 1.5 * height && Math.abs(left - x) < half + other)
      )
        continue;
      taken.push([x, y, half]);
      context.strokeText(name, x, y);
      context.fillText(name, x, y);
    }
  }

  /** The links of the chosen page. */
  function drawLinks(colours: readonly string[]): void {
    const colour = colours[collection[chosen]! % colours.length]!;
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.lineWidth = devicePixelRatio;
    const near = neighbours(chosen).slice(0, mostLinks);
    let left = mostLinks - near.length;
    for (const other of near) {
      const next = neighbours(other).slice(0, left);
      drawLines(other, next, 0.15);
      left -= next.length;
    }
    drawLines(chosen, near, 0.5);
    context.beginPath();
    context.arc(...placeOf(chosen), 6 * devicePixelRatio, 0, 7);
    context.fill();
  }

  /** Writes points into pixels: drawing ten thousand shapes would take ten times as long. */
  function drawPoints(colours: readonly string[]): void {
    const { width, height } = canvas;
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const paints = colours.map(paintOf);
    const near = new Set(chosen === -1 ? [] : [chosen, ...neighbours(chosen)]);
    const size = Math.round(pointSize(count) * devicePixelRatio * Math.min(2, Math.sqrt(view.zoom)));
    for (let page = 0; page < count; page++) {
      const paint = paints[collection[page]! % paints.length]!;
      const side = near.has(page) ? size + 3 * devicePixelRatio : size;
      const [left, top] = placeOf(page).map((middle) => Math.round(middle - side / 2)) as [number, number];
      if (left < 0 || top < 0 || left + side >= width || top + side >= height) continue;
      for (let row = top; row < top + side; row++) pixels.fill(paint, row * width + left, row * width + left + side);
    }
    context.putImageData(image, 0, 0);
  }

  /** The pages that a page links to or that link to it. */
  function neighbours(page: number): readonly number[] {
    return [...outgoing[page]!, ...incoming[page]!];
  }

  function drawLines(from: number, to: readonly number[], alpha: number): void {
    context.globalAlpha = alpha;
    context.beginPath();
    for (const other of to) {
      context.moveTo(...placeOf(from));
      context.lineTo(...placeOf(other));
    }
    context.stroke();
    context.globalAlpha = 1;
  }

  return {
    redraw,
    /** @param page -1 for none */
    choose(page: number): void {
      chosen = page;
      redraw();
    },
    /** The page nearest to a place of the canvas, in CSS pixels; -1 when none is near. */
    at(x: number, y: number): number {
      let nearest = -1;
      let least = clickReach * devicePixelRatio;
      for (let page = 0; page < count; page++) {
        const place = placeOf(page);
        const distance = Math.hypot(place[0] - x * devicePixelRatio, place[1] - y * devicePixelRatio);
        if (distance >= least) continue;
        least = distance;
        nearest = page;
      }
      return nearest;
    },
    /** @param factor above 1 to come nearer; the place, in CSS pixels, stays where it is */
    zoomBy(factor: number, x = canvas.clientWidth / 2, y = canvas.clientHeight / 2): void {
      const zoom = Math.min(largestZoom, Math.max(1, view.zoom * factor));
      const moved = (at: number, start: number): number =>
        zoom === 1 ? 0 : at * devicePixelRatio - ((at * devicePixelRatio - start) * zoom) / view.zoom;
      view = { zoom, left: moved(x, view.left), top: moved(y, view.top) };
      redraw();
    },
    /** In CSS pixels. */
    moveBy(x: number, y: number): void {
      view = { ...view, left: view.left + x * devicePixelRatio, top: view.top + y * devicePixelRatio };
      redraw();
    },
  };
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
