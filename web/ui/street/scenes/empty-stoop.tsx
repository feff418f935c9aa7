import { Cat } from '../cat.tsx';
import { At, Doorway, Ground, paint } from '../street-parts.tsx';
import { SceneFrame } from './scene-frame.tsx';

/** A stoop with an empty curb and a cat. Means that everything is done, or that there is nothing to show. */
export default function EmptyStoop() {
  return (
    <SceneFrame>
      <circle cx="284" cy="58" r="30" fill={paint.maize} />
      <path d="M24 154V0h224v154z" fill={paint.clay} />
      <path d="M24 134h224v20H24z" fill={paint.mortar} />
      <path
        d="M32 44h14m4 8h14M112 36h14M134 60h14m-6 8h14M36 116h14M228 50h14m-10 8h14M134 112h14m8-8h12M92 124h14"
        stroke={paint.mortar}
        strokeWidth="3"
      />
      <path d="M62 50h38v62H62z" fill={paint.lit} />
      <path d="M62 81h38M81 50v62" stroke={paint.stone} strokeWidth="3" />
      <path d="M57 42h48v8H57zM56 112h50v7H56z" fill={paint.stone} />
      <path d="M46 50h13v62H46zM103 50h13v62h-13z" fill={paint.navy} />
      <path
        d="M48 58h9M48 66h9M48 74h9M48 88h9M48 96h9M48 104h9M105 58h9M105 66h9M105 74h9M105 88h9M105 96h9M105 104h9"
        stroke="#fff"
        strokeOpacity=".25"
        strokeWidth="2"
      />
      <path d="M248 154V0h6v154z" fill={paint.wine} />
      <At x={176} y={154} scale={1.12}>
        <Doorway door={paint.green} />
      </At>
      <At x={0} y={154}>
        <Ground from={0} length={320} depth={66} />
      </At>
      <At x={252} y={170}>
        <Cat />
      </At>
    </SceneFrame>
  );
}
