<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="cave" tilewidth="16" tileheight="16" tilecount="960" columns="32">
 <image source="cave.png" width="512" height="480"/>
</tileset>
